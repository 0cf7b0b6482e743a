/**
 * The CSV of 50,000 songs, each with genre, mood, language, tempo, a singer and a composer by name,
 * imported by the API of the built server on PostgreSQL: the dry run and the commit in rows a
 * second, each against a bare COPY FROM of the same songs into the same table (without their
 * singers, composers and audit rows). Prints one JSON line. Run: npx tsx bench/import-songs.ts
 */
import { stringify } from "csv-stringify/sync";
import { sql } from "drizzle-orm";
import { hashPassword } from "../platform/modules/session/session.service.ts";
import { say } from "./support/figures.ts";
import { compareImport } from "./support/import-bench.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { startBuiltServer } from "./support/processes.ts";
import { password } from "./support/seed.ts";
import { signInByApi } from "./support/sign-in.ts";

const rows = 50_000;
const companyId = 1;
const username = "bench.music";

const { url: databaseUrl, database, stop } = await openBenchDatabase();
const passwordHash = await hashPassword(password);
await database.transaction(async (tx) => {
  await tx.execute(
    sql`insert into company (id, kind, code, name) values (${companyId}, 'provider', 'BENCH', 'Bench')`,
  );
  await tx.execute(sql`insert into app_user (company_id, id, username, email, fname, role, sub_role, password_hash)
    values (${companyId}, 1, ${username}, 'bench@bench.example', 'Bench', 'ROLE_Fever_Music_Manager', 'Fever_Music_Admin', ${passwordHash})`);
  await tx.execute(
    sql`insert into login (username, company_id, user_id) values (${username}, ${companyId}, 1)`,
  );
  await tx.execute(sql`insert into catalogue_item (company_id, id, kind, name, rank) select ${companyId}::bigint, n,
      case when n <= 20 then 'genre' when n <= 30 then 'mood' when n <= 40 then 'language' when n <= 43 then 'tempo'
        when n <= 3043 then 'singer' else 'composer' end,
      'Item ' || n, case when n between 41 and 43 then n - 40 end from generate_series(1, 5043) n`);
});
await database.db.execute(sql`analyze`);
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const headings =
  "Title,Artist,Album,Genre,Mood,Language,Tempo,Singers,Composers,Label,ISRC,Year,Seconds,BPM,Energy,Explicit,Status";
const figures = await compareImport({
  server,
  databaseUrl,
  rows,
  rounds: 2,
  memory: 128,
  path: "/csv-multimedia",
  token: await signInByApi(server.url, username, password),
  csvOf: (round) => `${headings}\n${stringify(songsOf(round).map((song) => song.cells))}`,
  copy: {
    statement: `copy song (company_id, title, artist, album, genre_id, mood_id, language_id, tempo_id, label, isrc, year, duration_seconds, bpm,
      energy, explicit, active) from stdin (format csv)`,
    linesOf: (round) => stringify(songsOf(round).map((song) => song.copied)),
  },
});
await server.stop();
await stop();
say("import-songs", figures, { rows });

/** New songs, each with its own ISRC: in the template's form, and in the table's. */
function songsOf(round: number) {
  return Array.from({ length: rows }, (_, n) => {
    const title = `Song ${round} ${n}`;
    const artist = `Artist ${n % 4000}`;
    const album = `Album ${n % 9000}`;
    const label = `Label ${n % 50}`;
    const items = [1 + (n % 20), 21 + (n % 10), 31 + (n % 10), 41 + (n % 3)];
    const tail = [
      String(1960 + (n % 60)),
      String(150 + (n % 140)),
      String(60 + (n % 120)),
      String(n % 101),
    ];
    const isrc = (letter: string) => `IN${letter}${12 + round}${String(n).padStart(7, "0")}`;
    return {
      cells: [
        title,
        artist,
        album,
        ...items.map((id) => `Item ${id}`),
        `Item ${44 + (n % 3000)}`,
        `Item ${3044 + (n % 2000)}`,
        label,
        isrc("A"),
        ...tail,
        n % 30 === 0 ? "yes" : "no",
        "active",
      ],
      copied: [
        companyId,
        title,
        artist,
        album,
        ...items,
        label,
        isrc("B"),
        ...tail,
        n % 30 === 0 ? "t" : "f",
        "t",
      ],
    };
  });
}
