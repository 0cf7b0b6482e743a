import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as table from "#platform/db/schema/index";
import { silentWithin } from "../support/audio.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const silent = "This file is silent: nothing in it is louder than -60 dB. Choose another file.";

describe("Silence in audio", () => {
  let at: TestPlatform;
  let manager: string;
  let company: TestCompany;
  let required: { genreId: number; moodId: number; languageId: number; tempoId: number };

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    const { companyId, staff } = await makeProvider(at.database);
    manager = staff.Fever_Music_Admin;
    const kinds = ["genre", "mood", "language", "tempo"] as const;
    const items = await at.database.db
      .insert(table.catalogueItem)
      .values(
        kinds.map((kind) => ({ companyId, kind, name: "One", rank: kind === "tempo" ? 1 : null })),
      )
      .returning();
    const [genreId = 0, moodId = 0, languageId = 0, tempoId = 0] = items.map(({ id }) => id);
    required = { genreId, moodId, languageId, tempoId };
    company = await makeCompany(at.database);
  });
  afterAll(() => at?.close());

  const readSong = (file: File) => at.as(manager).readSongAudio({ files: [file] });
  const readSpot = (file: File) => at.as(company.users.admin).readSpotAudio({ files: [file] });
  const addSong = async (file: File, title: string) => {
    const { fileId } = await readSong(file);
    const body = {
      ...required,
      fileId,
      title,
      artist: "Band",
      singers: ["Band"],
      usePicture: false,
    };
    return (await at.as(manager).addSong({ body })).id;
  };

  test("a silent file is neither a song nor a spot [FIL-1]", async () => {
    const file = () => silentWithin({ seconds: 20, from: 0, to: 0 });
    expect(await readSong(file()).errors).toEqual({ file: silent });
    expect(await readSpot(file()).errors).toEqual({ file: silent });
    const blip = silentWithin({ seconds: 20, from: 9, to: 11 });
    expect(await readSong(blip).errors).toEqual({
      file: "A song is 5 seconds to 60 minutes long; this file has 2 seconds of sound.",
    });
  });

  test("silence at both ends is left out of the length, short silence stays [FIL-1]", async () => {
    const audio = await readSong(silentWithin({ seconds: 40, from: 3, to: 25 }));
    expect(audio).toMatchObject({ durationSeconds: 22, audioSeconds: 40 });
    expect(audio.cueInSeconds).toBeCloseTo(2.9, 0);
    expect(audio.cueOutSeconds).toBeCloseTo(25.1, 0);
    expect(await readSpot(silentWithin({ seconds: 30, from: 0, to: 15 }))).toMatchObject({
      durationSeconds: 15,
      cueInSeconds: 0,
    });
    expect(await readSong(silentWithin({ seconds: 10, from: 0.3, to: 9.7 }))).toMatchObject({
      durationSeconds: 10,
      cueInSeconds: 0,
      cueOutSeconds: null,
      audioSeconds: 10,
    });
  });

  test("start and end are set, the length follows, wrong ones are refused [FIL-1]", async () => {
    const id = await addSong(silentWithin({ seconds: 40, from: 3, to: 25 }), "Trimmed");
    const change = (cueInSeconds: number, cueOutSeconds: number | null) =>
      at.as(manager).changeSongCues({ params: { id }, body: { cueInSeconds, cueOutSeconds } });
    expect(await at.as(manager).findSong({ params: { id } })).toMatchObject({
      durationSeconds: 22,
    });
    expect(await change(1, 31)).toMatchObject({ durationSeconds: 30 });
    expect(await at.as(manager).findSong({ params: { id } })).toMatchObject({
      durationSeconds: 30,
      cueInSeconds: 1,
      cueOutSeconds: 31,
    });
    expect(await change(0, 41).errors).toEqual({
      cueOutSeconds: "The file ends at 40 seconds. Choose an end up to there.",
    });
    expect(await change(12, 12).errors).toEqual({ cueInSeconds: "Choose a start before the end." });
    expect(await change(10, 12).errors).toEqual({
      cueOutSeconds: "A song is 5 seconds to 60 minutes long; this file would be 2 seconds long.",
    });
    expect(await change(-1, null).errors).toEqual({ cueInSeconds: "Enter 0 or more." });
    expect(await change(0, null)).toMatchObject({ durationSeconds: 40 });
    expect(await at.as(manager).findSong({ params: { id } })).toMatchObject({
      cueInSeconds: 0,
      cueOutSeconds: null,
    });
    expect(
      await at
        .as(company.users.admin)
        .changeSongCues({ params: { id }, body: { cueInSeconds: 0, cueOutSeconds: null } }).status,
    ).toBe(403);
  });

  test("songs from before silence was measured play whole, and may be cut [FIL-1]", async () => {
    const id = await addSong(silentWithin({ seconds: 12, from: 0, to: 12 }), "Old");
    await at.database.db.execute(sql`update song set audio_ms = null where id = ${id}`);
    expect(await at.as(manager).findSong({ params: { id } })).toMatchObject({
      durationSeconds: 12,
      cueInSeconds: 0,
      audioSeconds: null,
    });
    expect(
      await at
        .as(manager)
        .changeSongCues({ params: { id }, body: { cueInSeconds: 2, cueOutSeconds: 10 } }),
    ).toMatchObject({
      durationSeconds: 8,
    });
  });
});
