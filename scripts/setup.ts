import { publicUrlOf, readConfig } from "../config.ts";
import { findProviderId } from "../platform/access/scope.ts";
import { openDatabase } from "../platform/db/client.ts";
import { migrate } from "../platform/db/migrate.ts";
import { setupLink } from "../platform/modules/setup/setup-link.ts";

// npm run setup: prints a setup link, with the settings that the server runs with. Bundled into build/, so that it runs wherever npm start does.
process.stdout.write(
  `${await answer().catch((error: Error) => {
    process.exitCode = 1;
    return `No setup link could be made. ${error.message}`;
  })}\n`,
);

async function answer(): Promise<string> {
  const config = readConfig(process.env);
  // a running server holds the embedded database: there the page says when the setup is done already
  if (config.DATABASE_URL && (await hasProvider(config.DATABASE_URL)))
    return `This server is set up already. Sign in at ${publicUrlOf(config)}/login`;
  const link = setupLink(config.SESSION_SECRET, publicUrlOf(config), Date.now);
  return `Open this link within 24 hours to set this server up. It works until the server is set up.\n\n  ${link}\n`;
}

async function hasProvider(url: string): Promise<boolean> {
  const database = await openDatabase({ url });
  try {
    await migrate(database); // it may be the first to open this database
    return (await findProviderId(database.db)) !== undefined;
  } finally {
    await database.close();
  }
}
