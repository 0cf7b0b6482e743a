import { publicUrlOf, readConfig } from "../config.ts";
import { findProviderId } from "../platform/access/scope.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { setupLink } from "../platform/modules/setup/setup-link.ts";

// npm run setup: prints a setup link. It reads the server's settings, and is bundled into build/
// to run wherever npm start does.
process.stdout.write(
  `${await answer().catch((error: Error) => {
    process.exitCode = 1;
    return `Could not make a setup link. ${error.message}`;
  })}\n`,
);

async function answer(): Promise<string> {
  const config = readConfig(process.env);
  // a running server holds the embedded database, so then only the page can say that the server is
  // already set up
  if (config.DATABASE_URL && (await hasProvider(config.DATABASE_URL)))
    return `This server is already set up. Sign in at ${publicUrlOf(config)}/login`;
  const link = setupLink(config.SESSION_SECRET, publicUrlOf(config), new Date());
  return `Open this link within 24 hours to set up this server. It works once.\n\n  ${link}\n`;
}

async function hasProvider(url: string): Promise<boolean> {
  const database = await openDatabase({ url });
  try {
    await migrate(database); // this command can be the first to open the database
    return (await findProviderId(database.db)) !== undefined;
  } finally {
    await database.close();
  }
}
