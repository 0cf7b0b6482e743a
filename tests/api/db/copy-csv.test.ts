import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { csvDate, csvSafe } from "#platform/db/csv-cells";
import { CsvOutlet } from "#platform/db/csv-outlet";
import type { Database } from "#platform/db/database";
import { bothEngines, freshPostgresDatabase, openTestDatabase } from "../../support/database.ts";
import { cases } from "../../support/drawn-cases.ts";
import { heldMemory } from "../../support/held-memory.ts";
import { patience } from "../../support/patience.ts";

const never = () => new AbortController().signal;

describe.each(bothEngines)("CSV on %s", (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const csv = (...slices: SQL[]) => new Response(database.copyCsv(slices, never())).text();

  test("cells are quoted, rows of all slices follow each other, null is empty", async () => {
    expect(
      await csv(
        sql`select ${'say "hi", now'}::text, ${"a\nb"}::text`,
        sql`select null, ''`,
        sql`select 'é😀', ${-7}::int`,
      ),
    ).toBe('"say ""hi"", now","a\nb"\n,""\né😀,-7\n');
  });

  test("a parameter means in COPY what it means in a query: text is never read as SQL", async () => {
    for (const value of [
      "it's",
      "\\",
      "\\'",
      "'; drop table x; --",
      "$1",
      "E'\\x41'",
      "--",
      "/*",
      "$$",
      "a\r\n\tb",
      "Ω≈😀",
      "",
      "%s{}",
    ]) {
      const hex = Buffer.from(value).toString("hex");
      const same = sql`select ${value}::text = convert_from(decode(${hex}, 'hex'), 'UTF8'), '$1', ${value}::text = ${value}`;
      expect(await csv(same), value).toBe("t,$1,t\n");
    }
  });

  test("any text at all arrives unchanged", async () => {
    const text = fc
      .string({ unit: "grapheme", maxLength: 40 })
      .filter((value) => !value.includes("\0"));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 30 }), async (values) => {
        const rows = values.map(
          (value) => sql`(${value}::text, ${Buffer.from(value).toString("hex")}::text)`,
        );
        const select = sql`select bool_and(t.value = convert_from(decode(t.hex, 'hex'), 'UTF8')) from (values ${sql.join(rows, sql`, `)}) t(value, hex)`;
        expect(await csv(select)).toBe("t\n");
      }),
      { numRuns: cases(30) },
    );
  });

  test("numbers, dates, arrays, bytes, objects and null keep their types", async () => {
    const day = new Date("2026-03-29T01:30:00.123Z");
    expect(
      await csv(sql`select 10 - ${-5}, ${1.5}::numeric * 2, ${-32768}::smallint, ${day}::timestamptz, ${sql.param(['a,"b\\', null])}::text[],
        ${sql.param(Buffer.from([0, 255]))}::bytea, ${sql.param({ a: "'" })}::jsonb ->> 'a', ${null}::int, ${true}::boolean, ${12n}::bigint`),
    ).toBe('15,3.0,-32768,2026-03-29 01:30:00.123+00,"{""a,\\""b\\\\"",NULL}",\\x00ff,\',,t,12\n');
    await expect(csv(sql`select ${"a\0b"}::text`)).rejects.toThrow("NUL");
    await expect(csv(sql`select ${Number.NaN}::float8`)).rejects.toThrow("NaN");
    await expect(csv(sql`select ${sql.placeholder("x")}::text`)).rejects.toThrow("cannot stand");
  });

  test("cells that a spreadsheet would take for a formula are made harmless", async () => {
    const cells = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "x=1", "", "'=1"];
    const values = sql.join(
      cells.map((cell, at) => sql`(${at}::int, ${cell}::text)`),
      sql`, `,
    );
    const safe = csvSafe(sql`cell`);
    const result = await csv(
      sql`select string_agg(${safe}, '|' order by at) = ${"'=1+1|'+1|'-1|'@x|'\tx|'\rx|x=1||'=1"} from (values ${values}) t(at, cell)`,
    );
    expect(result).toBe("t\n");
    expect(await csv(sql`select ${csvSafe(sql`null::text`)}`)).toBe("\n");
    const evening = sql`timestamptz '2026-03-28T20:00:00Z'`;
    expect(
      await csv(
        sql`select ${csvDate(sql`date '2026-03-09'`)}, ${csvDate(evening, "Asia/Kolkata")}, ${csvDate(evening, "UTC")}`,
      ),
    ).toBe("09/03/26,29/03/26,28/03/26\n");
  });

  test("a slice that fails errors the stream: it never ends like a whole file", async () => {
    await expect(csv(sql`select 1`, sql`select 1 / 0`)).rejects.toThrow("division by zero");
    const source = async function* () {
      yield sql`select 1`;
      throw new Error("the next key could not be read");
    };
    await expect(new Response(database.copyCsv(source(), never())).text()).rejects.toThrow(
      "the next key",
    );
    expect(await csv(sql`select 2`)).toBe("2\n");
  });

  test("one runs for a person, two for a company and six in all [LOAD-1]", async () => {
    const running: AbortController[] = [];
    const begin = (person: string, companyId: number) => {
      const controller = new AbortController();
      database.copyCsv(wideSlices(10_000), controller.signal, { reader: { person, companyId } });
      running.push(controller);
    };
    const isBusy = (words: string) =>
      expect.objectContaining({ status: 429, message: words, headers: { "Retry-After": "30" } });
    begin("a", 1);
    expect(() => begin("a", 2)).toThrow(
      isBusy("You already have a download running. Wait until it has finished, then try again."),
    );
    begin("b", 1);
    expect(() => begin("c", 1)).toThrow(
      isBusy("Your company already has 2 downloads running. Try again when one has finished."),
    );
    for (const person of ["c", "d", "e", "f"]) begin(person, 2 + running.length);
    expect(() => begin("g", 20)).toThrow(
      isBusy("Too many downloads are running. Try again in a minute."),
    );
    for (const controller of running) controller.abort();
    const texts: Promise<string>[] = [];
    await vi.waitFor(() => {
      for (const person of ["a", "b"].slice(texts.length))
        texts.push(
          new Response(
            database.copyCsv([sql`select 1`], never(), { reader: { person, companyId: 1 } }),
          ).text(),
        );
    }, patience);
    expect(await Promise.all(texts)).toEqual(["1\n", "1\n"]);
  });

  test("it stops between slices when the signal aborts or the reader cancels", async () => {
    for (const stop of ["signal", "cancel"] as const) {
      let sliceCount = 0;
      const counted = function* () {
        for (const slice of wideSlices(10_000)) {
          sliceCount++;
          yield slice;
        }
      };
      const controller = new AbortController();
      const reader = database.copyCsv(counted(), controller.signal).getReader();
      await reader.read();
      if (stop === "signal") {
        controller.abort(new Error("gone"));
        await expect(readAll(reader)).rejects.toThrow("gone");
      } else {
        await reader.cancel();
      }
      const atStop = sliceCount;
      await database.db.execute(sql`select 1`);
      expect(atStop).toBeLessThan(5);
      expect(sliceCount).toBeLessThanOrEqual(atStop + 1);
    }
    expect(() =>
      database.copyCsv([sql`select 1`], AbortSignal.abort(new Error("too late"))),
    ).toThrow("too late");
  });

  test("other queries run between the slices", async () => {
    const reader = database.copyCsv(wideSlices(60), never()).getReader();
    await reader.read();
    let ended = false;
    const rest = readAll(reader).then(() => {
      ended = true;
    });
    for (let query = 0; query < 5; query++) await database.db.execute(sql`select 1`);
    expect(ended).toBe(false);
    await rest;
  });

  test("closing the database ends its exports with an error", async () => {
    const own = await openTestDatabase(engine);
    const reader = own.copyCsv(wideSlices(10_000), never()).getReader();
    await reader.read();
    const outcome = expect(readAll(reader)).rejects.toThrow("closing");
    await own.close();
    await outcome;
  });
});

describe.runIf(bothEngines.includes("postgres"))("CSV on PostgreSQL alone", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase("postgres");
  });
  afterAll(() => database.close());

  const copying = async () => {
    const { rows } = await database.db.execute<{ wait: string | null }>(
      sql`select wait_event as wait from pg_stat_activity where datname = current_database() and state = 'active' and query ilike 'copy%'`,
    );
    return rows;
  };

  test("a million rows pass through with little memory, whatever the reader's pace", async () => {
    const before = heldMemory();
    let peak = 0;
    let bytes = 0;
    let chunks = 0;
    const select = sql`select g, repeat('x', 200) from generate_series(1, 1000000) g`;
    for await (const chunk of database.copyCsv(
      [select],
      never(),
    ) as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (++chunks % 200 === 0) {
        await new Promise(setImmediate);
        peak = Math.max(peak, heldMemory() - before);
      }
    }
    expect(bytes).toBe(1_000_000 * 202 + 5_888_896);
    expect(peak).toBeLessThan(64 * 1024 * 1024);
  });

  test("reports read from the primary where what is said to be its replica follows nobody", async () => {
    const other = await freshPostgresDatabase();
    const own = await openTestDatabase("postgres", { replicaUrl: other.url });
    const { database, behind } = await own.forReports();
    const stream = database.copyCsv([sql`select current_database()`], never());
    expect(await new Response(stream).text()).not.toBe(`${other.name}\n`);
    expect(behind).toBe(0);
    await own.close();
  });

  test("a reader that pauses pauses the server, and aborting ends its query", async () => {
    const controller = new AbortController();
    database.copyCsv(
      [sql`select generate_series(1, 100000000), repeat('x', 1000)`],
      controller.signal,
    );
    await vi.waitFor(async () => expect(await copying()).toEqual([{ wait: "ClientWrite" }]), {
      timeout: patience,
    });
    controller.abort();
    await vi.waitFor(async () => expect(await copying()).toEqual([]), { timeout: patience });
  });

  test.each(["signal", "cancel"])(
    "a query that has not given a row yet is cancelled too (%s)",
    async (by) => {
      const controller = new AbortController();
      const stream = database.copyCsv(
        [sql`select count(*) from generate_series(1, 100000000000) g where g % 7 = 3`],
        controller.signal,
      );
      await vi.waitFor(async () => expect(await copying()).toHaveLength(1), { timeout: patience });
      await (by === "signal" ? controller.abort() : stream.cancel());
      await vi.waitFor(async () => expect(await copying()).toEqual([]), { timeout: patience });
    },
  );
});

describe("A slow reader", () => {
  beforeAll(() => void vi.useFakeTimers());
  afterAll(() => void vi.useRealTimers());
  const chunk = () => new Uint8Array(64 * 1024);

  test("that takes nothing for twenty seconds loses its place [LOAD-1]", async () => {
    const ended = new AbortController();
    const outlet = new CsvOutlet(ended);
    const writing = expect(outlet.write(chunk())).rejects.toThrow("too slow");
    await vi.advanceTimersByTimeAsync(19_000);
    expect(ended.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await writing;
    await expect(outlet.readable.getReader().read()).rejects.toThrow("too slow");
  });

  test.each([
    ["8 KB a second is cut off within a minute", 8_000, true],
    ["32 KB a second is served to the end", 2_000, false],
  ])("that takes %s [LOAD-1]", async (_, msPerChunk, isCut) => {
    const ended = new AbortController();
    const outlet = new CsvOutlet(ended);
    const writing = (async () => {
      for (;;) await outlet.write(chunk());
    })().catch(() => {});
    const reader = outlet.readable.getReader();
    let msLeft = isCut ? 60_000 : 600_000;
    for (; msLeft > 0 && !ended.signal.aborted; msLeft -= msPerChunk) {
      await vi.advanceTimersByTimeAsync(msPerChunk);
      if (!ended.signal.aborted) await reader.read();
    }
    expect(ended.signal.aborted).toBe(isCut);
    ended.abort();
    await writing;
  });
});

/** Each slice is some 2 MB. */
function* wideSlices(count: number): Generator<SQL> {
  for (let slice = 0; slice < count; slice++)
    yield sql`select ${slice}::int, g, repeat('x', 1000) from generate_series(1, 2000) g`;
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let next = await reader.read(); !next.done; next = await reader.read());
}
