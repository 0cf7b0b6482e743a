import pg from "pg";

/** Whom the built servers of tests sign on as, so that their statements can be told from those of the tests. */
const server = "fever_server";

/** The same database, as the built servers of tests see it. */
export async function urlOfServer(url: string): Promise<string> {
  await onDatabase(url, (client) =>
    client.query(
      `do $$ begin create role ${server} superuser login; exception when duplicate_object or unique_violation then null; end $$`,
    ),
  );
  const own = new URL(url);
  own.username = server;
  return own.href;
}

/** Each statement that built servers have run on the database, once, with places for its values. Undefined where PostgreSQL does not keep them. */
export async function findStatements(url: string): Promise<string[] | undefined> {
  const elsewhere = new URL(url); // the tests' databases stay as they are
  const name = elsewhere.pathname.slice(1);
  elsewhere.pathname = "/postgres";
  return onDatabase(elsewhere.href, async (client) => {
    const { rows: preloaded } = await client.query<{ has: boolean }>(
      "select current_setting('shared_preload_libraries') like '%pg_stat_statements%' as has",
    );
    if (!preloaded[0]?.has) return undefined;
    await client.query("create extension if not exists pg_stat_statements");
    const { rows } = await client.query<{ query: string }>(
      `select distinct query from pg_stat_statements s join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.userid
       where d.datname = $1 and r.rolname = $2 and toplevel`,
      [name, server],
    );
    return rows.map(({ query }) => query);
  });
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
