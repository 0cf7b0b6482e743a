import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { storedFile } from "../platform/db/schema/work.ts";
import { companies } from "./companies.ts";

/** A contract of Northwind's, by an id that is the same everywhere. */
export const demoContractId = "0c0ffee0-0000-4000-8000-000000000020";
const iconId = (companyId: number) => `0c0ffee0-0000-4000-8000-00000000001${companyId}`;

const icons = [
  { companyId: companies.northwind.id, letters: "NW", ground: "#12507b" },
  { companyId: companies.brightmart.id, letters: "B", ground: "#b4450b" },
  { companyId: companies.corner.id, letters: "CC", ground: "#5b3a29" },
];
const sidePixels = 256;

export type DemoFile = typeof storedFile.$inferInsert;

/**
 * Writes the demo companies' icons and a contract below `filesDir`, each whole or not at all; gives
 * their rows.
 */
export async function writeCompanyFiles(filesDir: string): Promise<DemoFile[]> {
  const iconFiles = icons.map(async ({ companyId, letters, ground }) => {
    const id = iconId(companyId);
    const side = { width: sidePixels, height: sidePixels };
    return keep(filesDir, await draw(letters, ground), {
      companyId,
      id,
      purpose: "company-icon",
      key: `images/${id}`,
      name: "icon.png",
      mediaType: "image/png",
      ...side,
    });
  });
  const contract = keep(
    filesDir,
    Buffer.from(onePage("Agreement on music in stores, Northwind Retail")),
    {
      companyId: companies.northwind.id,
      id: demoContractId,
      purpose: "contract",
      key: `documents/${demoContractId}`,
      name: "agreement-2026.pdf",
      mediaType: "application/pdf",
    },
  );
  return Promise.all([...iconFiles, contract]);
}

/** The icon of a company that has one. */
export const demoIcons = icons.map(({ companyId }) => ({
  companyId,
  iconFileId: iconId(companyId),
}));

const draw = (letters: string, ground: string): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${sidePixels}" height="${sidePixels}" viewBox="0 0 64 64">
      <rect width="64" height="64" fill="${ground}"/>
      <text x="32" y="42" font-family="sans-serif" font-weight="bold" font-size="28" text-anchor="middle" fill="#fff">${letters}</text></svg>`),
  )
    .png()
    .toBuffer();

/** Writes a file below `filesDir`, whole or not at all; gives its row. */
export async function keep(
  filesDir: string,
  content: Buffer,
  file: Omit<DemoFile, "bytes" | "sha256" | "createdBy">,
): Promise<DemoFile> {
  const path = join(filesDir, file.key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { ...file, bytes: content.length, sha256, createdBy: "fever.admin" };
}

/** The smallest pdf that shows a line of text. */
function onePage(text: string): string {
  const stream = `BT /F1 18 Tf 72 760 Td (${text}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}
