import { restore } from "../platform/backup/restore.ts";
import { placeOf } from "./place.ts";

// npm run restore -- <file> [--replace]: restores a backup to where the settings say. Stop the
// servers first (docs/operations.md).
const args = process.argv.slice(2);
const path = args.find((arg) => !arg.startsWith("--"));
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  if (!path) throw new Error("Say from which file: npm run restore -- backups/monday.zip");
  const { madeAt, parts, rows } = await restore(path, await placeOf(process.env), {
    replace: args.includes("--replace"),
  });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  say(
    `The backup of ${madeAt} is in place: ${total} rows and ${parts.length - 1} files, as they were. Start the server.`,
  );
} catch (error) {
  say(`The backup was not restored: ${(error as Error).message}`);
  process.exitCode = 1;
}
