import { TextLink } from "~/ui/frame/text-link";

/** The Android player, from where the settings say (VOC-1). */
export function PlayerPackage({ url }: { url: string }) {
  return (
    <TextLink to={url} external>
      Android player package
    </TextLink>
  );
}
