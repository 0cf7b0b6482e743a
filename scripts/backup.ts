import { backUp } from "../platform/backup/backup.ts";
import { placeOf } from "./place.ts";

// npm run backup -- <file>: writes database and stored files to an archive, with the server's own
// settings, while the server runs (docs/operations.md).
const [path] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  if (!path) throw new Error("Say into which file: npm run backup -- backups/monday.zip");
  const { parts, rows } = await backUp(path, await placeOf(process.env));
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  say(
    `${path} holds the database (${Object.keys(rows).length} tables) and ${parts.length - 1} files: ${Math.ceil(bytes / 1e6)} MB.`,
  );
} catch (error) {
  say(`Nothing was backed up: ${(error as Error).message}`);
  process.exitCode = 1;
}
