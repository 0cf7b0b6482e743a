import { useField } from "./form-fields";

/**
 * The version with which the form was loaded: a person who saves an older one is told what others
 * changed meanwhile.
 */
export function VersionField() {
  const { value } = useField("version");
  return <input type="hidden" name="version" value={value} />;
}
