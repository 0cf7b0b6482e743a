import { TextLink } from "~/ui/frame/text-link";

/** Links to the Android player at the address in the settings (VOC-1). */
export function PlayerPackage({ url }: { url: string }) {
  return (
    <TextLink to={url} external>
      Android player package
    </TextLink>
  );
}
