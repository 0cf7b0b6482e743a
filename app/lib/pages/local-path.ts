import { adminPath } from "~/features/dashboard/paths";
/**
 * Gives a path of this site to return to. Anything else (another site, a protocol, a control
 * character, dots that leave two slashes in front) gives the start of the admin area.
 */
export function localPath(text: string | null | undefined, otherwise = adminPath): string {
  if (!text || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return otherwise;
  const url = new URL(text, "http://here.invalid");
  return url.host === "here.invalid" && !url.pathname.startsWith("//")
    ? url.pathname + url.search
    : otherwise;
}
