import type { Figures } from "#contract/base/figures";

/** Formats a file's size: "640 KB", "2.5 MB". */
export const sizeInWords = (bytes: number, { rounded }: Figures) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${rounded(bytes / 1024 / 1024)} MB`;
