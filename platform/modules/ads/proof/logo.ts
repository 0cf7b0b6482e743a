import type { FileStore } from "../../../files/file-store.ts";
import { readPicture } from "../../../files/picture.ts";
import type { Structure, Writer } from "../../../pdf/writer.ts";

/** The company's icon as PDFs draw it; undefined without one. */
export const readLogo = async (
  files: FileStore,
  key: string | null,
): Promise<Buffer | undefined> => (key === null ? undefined : readPicture(files, key, 256));

/** Writes the icon at the head of a PDF, if there is one. */
export function writeLogo(
  write: Writer,
  root: Structure,
  { logo, company }: { logo: Buffer | undefined; company: string },
): void {
  if (logo) write.picture(root, logo, `Icon of ${company}`, { width: 44, height: 44 });
}
