import { useField } from "./form-fields";

/**
 * The version of the item that the form was loaded with: who saves an older one is told what others
 * changed meanwhile.
 */
export function VersionField() {
  const { value } = useField("version");
  return <input type="hidden" name="version" value={value} />;
}
