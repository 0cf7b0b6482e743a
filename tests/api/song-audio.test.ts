import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { keepHouse } from "#platform/jobs/keep-house";
import { recording, wav, withLatinTags } from "../support/audio.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf } from "../support/uploads.ts";

describe("The audio of a song", () => {
  let at: TestPlatform;
  let manager: string;
  let admin: string;
  let providerId: number;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fever-songs-"));
    at = await openTestPlatform(anyEngine, { files: folderStore(folder) });
    const provider = await makeProvider(at.database);
    providerId = provider.companyId;
    manager = provider.staff.Fever_Music_Admin;
    admin = provider.staff.Fever_Super_Admin_Major;
    await at.database.db.insert(table.catalogueItem).values([
      { companyId: providerId, kind: "genre", name: "Hip Hop" },
      { companyId: providerId, kind: "genre", name: "Rest", active: false },
      { companyId: providerId, kind: "mood", name: "Calm" },
      { companyId: providerId, kind: "language", name: "Hindi" },
    ]);
  });
  afterAll(() => at?.close());

  const send = (file: File, as = manager) => at.as(as).readSongAudio({ files: [file] });
  const read = (file: File) => send(file);
  const refusal = async (file: File) => {
    const { status, body } = await send(file).reply;
    expect(status).toBe(422);
    return (body.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
  };

  test("tags, length, loudness and picture are read from an mp3 with UTF-16 tags [LIB-1]", async () => {
    const audio = await read(await recording("tagged.mp3"));
    expect(audio).toMatchObject({
      name: "tagged.mp3",
      mediaType: "audio/mpeg",
      durationSeconds: 7,
      loudness: -22.2,
      title: "Été à Goa गोवा",
      artist: "Zoë feat. Ravi",
      singers: ["Zoë", "Ravi"],
      album: "Sommerträume",
      composers: ["Ravi Das"],
      label: "Kantara",
      isrc: "INFV02500077",
      year: 2019,
      bpm: 128,
      genre: { name: "Hip Hop" },
      language: { name: "Hindi" },
      mood: null,
      unknownWords: [],
      doubles: [],
    });
    expect(audio.peaks).toHaveLength(400);
    const picture = await at.as(manager).readFile({ params: { id: audio.pictureFileId } }).response;
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(0);
  });

  test.each([
    [
      "song.ogg",
      "audio/ogg",
      { title: "Vorbis", artist: "Ogg", isrc: "INFV02500078", loudness: -21.7 },
    ],
    ["opus.ogg", "audio/ogg", { title: "Opus", artist: null, loudness: -21.9 }],
    ["song.flac", "audio/flac", { title: "Flac", artist: "Lossless", mood: { name: "Calm" } }],
    ["song.m4a", "audio/mp4", { title: "Aac", artist: "Apple" }],
    ["late.m4a", "audio/mp4", { title: "Late" }], // its index is its last part
    ["plain.mp3", "audio/mpeg", { title: null, artist: null, pictureFileId: null }],
  ])(
    "%s is read by what it is, whatever its name [LIB-1] [VAL-5]",
    async (name, mediaType, expectedTags) => {
      const audio = await read(await recording(name, { as: "upload.bin" }));
      expect(audio).toMatchObject({ mediaType, durationSeconds: 6, ...expectedTags });
      expect(Math.max(...audio.peaks)).toBeGreaterThan(20);
    },
  );

  test("a wav is drawn part by part [LIB-1]", async () => {
    const { peaks, durationSeconds } = await read(wav(8));
    expect(durationSeconds).toBe(8);
    expect(Math.max(...peaks.slice(0, 195))).toBeLessThanOrEqual(2);
    for (const peak of peaks.slice(205)) expect(Math.abs(peak - 128)).toBeLessThanOrEqual(1);
  });

  test("tags of older programs come out as clean text [LIB-1] [VAL-5]", async () => {
    const tags = {
      TIT2: "Déjà\u0001 vu ",
      TPE1: "Café\r\nNoir",
      TCON: "Rest",
      TSRC: "nonsense",
      TBPM: "9999",
      TYER: "1066",
    };
    const audio = await read(await withLatinTags(await recording("plain.mp3"), tags));
    expect(audio).toMatchObject({
      title: "Déjà vu",
      artist: "Café Noir",
      isrc: null,
      bpm: null,
      year: null,
      genre: null,
      unknownWords: ["Rest"],
    });
    // Chinese in GBK that says of itself it is Latin-1: nobody can tell, but it is text, and the form
    // mends it
    const gbk = Buffer.from([0xd6, 0xd0, 0xb9, 0xfa, 0x00, 0xff]).toString("latin1");
    const { title, artist } = await read(
      await withLatinTags(await recording("plain.mp3"), { TIT2: gbk, TPE1: gbk.repeat(500) }),
    );
    expect(title).toMatch(/^ÖÐ¹ú/);
    expect([artist?.length, /[\p{Cc}\p{Cs}]/u.test(`${title}${artist}`)]).toEqual([
      expect.any(Number),
      false,
    ]);
    expect(artist?.length).toBeLessThanOrEqual(200);
  });

  test("what is no audio, broken, too short or too long is refused on its field [VAL-5] [LIM-1]", async () => {
    expect(await refusal(fileOf("This is a text, not a song.", "song.mp3"))).toEqual([
      `file: ${messages.fileType}`,
    ]);
    expect(await refusal(fileOf("", "song.mp3"))).toEqual([`file: ${messages.fileType}`]);
    for (const name of ["tagged.mp3", "song.flac", "song.ogg", "song.m4a"])
      expect((await refusal(await recording(name, { share: 0.6 })))[0], name).toMatch(
        /^file: This file .*incomplete/,
      );
    expect(await refusal(await recording("song.flac", { share: 0.6 }))).toEqual([
      "file: This file is incomplete: only 0:02 of 0:06 can be played.",
    ]);
    // without its first frame, the header of LAME, an mp3 of constant bit rate says nothing of its
    // length: its last frame does
    const lame = await (await recording("plain.mp3")).bytes();
    const plain = lame.slice(
      lame.findIndex((byte, at) => at > 70 && byte === 0xff && lame[at + 1] === lame[1]),
    );
    expect(await refusal(new File([plain.slice(0, plain.length - 30)], "cut.mp3"))).toEqual([
      "file: This file cannot be played: it is damaged or incomplete.",
    ]);
    expect((await read(new File([plain], "plain.mp3"))).durationSeconds).toBe(6);
    const whole = wav(10);
    expect((await refusal(new File([whole.slice(0, 60_000)], "cut.wav")))[0]).toMatch(/incomplete/);
    const noise = new Uint8Array(60_000).map((_, place) => (place * 7919) % 251);
    const broken = new Uint8Array(
      await (await recording("plain.mp3")).slice(0, 2000).arrayBuffer(),
    );
    expect((await refusal(new File([broken, noise], "broken.mp3")))[0]).toMatch(
      /^file: This file /,
    );
    expect(await refusal(wav(2))).toEqual([
      "file: A song is 5 seconds to 60 minutes long; this file is 2 seconds long.",
    ]);
    expect(await refusal(wav(3605))).toEqual([
      "file: A song is 5 seconds to 60 minutes long; this file is longer.",
    ]);
    expect(await at.as(manager).readSongAudio({ files: [wav(6), wav(7)] }).errors).toEqual({
      file: messages.oneFile,
    });
  });

  test("only its uploader finds what was read, and unused uploads go [CTX-4] [ROL-1]", async () => {
    const { fileId } = await read(wav(6, { hertz: 500 }));
    const show = (as: string) => at.as(as).findSongAudio({ params: { fileId } }).status;
    expect([await show(manager), await show(admin)]).toEqual([200, 404]);
    // nobody writes a reading of their own making into the forms that are kept
    expect(
      await at.database.db.$count(
        table.formDraft,
        eq(table.formDraft.form, `song-audio:${fileId}`),
      ),
    ).toBe(1);
    const { db } = at.database;
    const files = folderStore(folder);
    await keepHouse({ database: at.database, files, now: new Date(Date.now() + 6 * 86_400_000) });
    expect(await show(manager)).toBe(200);
    await keepHouse({ database: at.database, files, now: new Date(Date.now() + 8 * 86_400_000) });
    expect(await show(manager)).toBe(404);
    expect(await db.$count(table.storedFile, eq(table.storedFile.companyId, providerId))).toBe(0);
    for await (const { key } of files.list("audio")) expect(key).toBeUndefined();
  });

  test("six are read at once while other requests are answered [LIB-1]", async () => {
    const answered: string[] = [];
    const trackAnswer = <T>(name: string, answer: Promise<T>) =>
      answer.finally(() => answered.push(name));
    const long = Array.from({ length: 6 }, (_, place) =>
      trackAnswer("audio", send(wav(300, { hertz: 300 + place })).reply),
    );
    const other = trackAnswer("other", at.as(manager).songAudio({ params: { id: 987654 } }).reply);
    expect((await Promise.all(long)).map(({ status }) => status)).toEqual([
      201, 201, 201, 201, 201, 201,
    ]);
    expect([(await other).status, answered.at(-1)]).toEqual([404, "audio"]);
  });
});
