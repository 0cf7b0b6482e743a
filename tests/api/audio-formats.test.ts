import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import {
  floatWav,
  mp3InWav,
  recording,
  wav,
  wavOf,
  withComments,
  withCover,
  withLatinTags,
  withTags,
} from "../support/audio.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf } from "../support/uploads.ts";

describe("Formats of audio", () => {
  let at: TestPlatform;
  let manager: string;
  let admin: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fever-formats-"));
    at = await openTestPlatform(anyEngine, { files: folderStore(folder) });
    const provider = await makeProvider(at.database);
    manager = provider.staff.Fever_Music_Admin;
    admin = provider.staff.Fever_Super_Admin_Major;
  });
  afterAll(() => at?.close());

  const read = (file: File, as = manager) => at.as(as).readSongAudio({ files: [file] });
  const refusal = async (file: File) =>
    Object.values(await at.as(manager).readSongAudio({ files: [file] }).errors)[0];
  const storedOf = async (fileId: string) => {
    const [row] = await at.database.db
      .select()
      .from(table.storedFile)
      .where(eq(table.storedFile.id, fileId));
    const bytesOf = (key: string) => readFile(join(folder, key));
    return {
      played: await bytesOf(row?.key ?? ""),
      original: row?.originalKey ? await bytesOf(row.originalKey) : undefined,
    };
  };

  test.each<[string, string, () => Promise<File> | File]>([
    ["alac.m4a", "Apple Lossless", () => recording("alac.m4a")],
    ["layer2.mp3", "MP2", () => recording("layer2.mp3")],
    ["ms-adpcm.wav", "Microsoft ADPCM", () => recording("ms-adpcm.wav")],
    ["ima-adpcm.wav", "IMA ADPCM", () => recording("ima-adpcm.wav")],
    ["flac.ogg", "FLAC in Ogg", () => recording("flac.ogg")],
    ["raw.aac", "AAC without a container (ADTS)", () => recording("raw.aac")],
    ["float.wav", "32-bit float WAV", () => floatWav(6)],
    ["integer.wav", "32-bit integer WAV", () => wavOf({ seconds: 6, bits: 32 })],
    ["long.wav", "RF64", () => wavOf({ seconds: 6, bits: 16, rf64: true })],
    ["mp3.wav", "MP3 in WAV", async () => mp3InWav(await recording("plain.mp3"))],
  ])(
    "%s is converted to mp3, its original kept, its uploader told [FIL-1]",
    async (_, codec, make) => {
      const file = await make();
      const audio = await read(file);
      expect(audio).toMatchObject({
        convertedFrom: codec,
        mediaType: "audio/mpeg",
        durationSeconds: 6,
        name: file.name,
      });
      const { played, original } = await storedOf(audio.fileId);
      expect(original?.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
      // what was made is an mp3 like any other, and as loud
      const again = await read(fileOf(new Uint8Array(played), "played.mp3"));
      expect(again).toMatchObject({
        convertedFrom: null,
        mediaType: "audio/mpeg",
        durationSeconds: 6,
      });
      expect(Math.abs((again.loudness ?? 0) - (audio.loudness ?? 0))).toBeLessThan(1);
    },
  );

  test("what browsers play is kept as it is: junk before the first frame, a cover of 20 MB [FIL-1]", async () => {
    const mp3 = await recording("plain.mp3");
    const junk = new Uint8Array(3000).map((_, place) => (place * 7919) % 251);
    for (const file of [
      new File([junk, mp3], "junk.mp3"),
      await withCover(mp3, 20 * 1024 * 1024),
      wav(6),
    ]) {
      const audio = await read(file);
      expect(audio).toMatchObject({ convertedFrom: null, durationSeconds: 6 });
      expect((await storedOf(audio.fileId)).original).toBeUndefined();
    }
  });

  test("sound in an MP4 of any brand is read [FIL-1]", async () => {
    const m4a = new Uint8Array(await (await recording("song.m4a")).arrayBuffer());
    m4a.set(new TextEncoder().encode("isom"), 8);
    expect(await read(fileOf(m4a, "song.m4a"))).toMatchObject({ title: "Aac", artist: "Apple" });
  });

  test("a codec that nothing reads is refused by its name [FIL-1]", async () => {
    const padding = "\0".repeat(4096);
    for (const [begins, codec] of [
      ["FORM\0\0\x10\0AIFFCOMM", "AIFF"],
      ["#!AMR\n", "AMR"],
      ["wvpk", "WavPack"],
    ] as const)
      expect(await refusal(fileOf(begins + padding, "song.mp3"))).toBe(
        `Store players cannot play ${codec}. Save the file as MP3 or AAC (.m4a).`,
      );
    expect(await refusal(await recording("speex.ogg"))).toBe(
      "Store players cannot play Speex. Save the file as MP3 or AAC (.m4a).",
    );
    expect(await refusal(wavOf({ seconds: 6, bits: 4, tag: 69 }))).toMatch(
      /^Store players cannot play G\.726 ADPCM\./,
    );
    expect(await refusal(wavOf({ seconds: 6, bits: 4, tag: 0x4321 }))).toMatch(
      /^Store players cannot play codec 0x4321 in WAV\./,
    );
  });

  test("impossible headers are refused before anything is decoded [FIL-1] [LOAD-1]", async () => {
    const zero = Buffer.from(await wavOf({ seconds: 5000 / 8000, bits: 8, rate: 0 }).arrayBuffer());
    zero.writeUInt32LE(0, 40);
    expect(zero).toHaveLength(5044);
    expect(await refusal(fileOf(new Uint8Array(zero), "zero.wav"))).toBe(
      "This file cannot be played: its header gives a sample rate of 0 Hz, or a layout that is impossible. Save it again as MP3 or WAV.",
    );
    const impossible = /its header gives/;
    expect(await refusal(wavOf({ seconds: 6, bits: 16, rate: 0xffff_ffff }))).toMatch(impossible);
    expect(await refusal(wavOf({ seconds: 6, bits: 16, channels: 900 }))).toMatch(impossible);
    expect(await refusal(wavOf({ seconds: 6, bits: 16, block: 0 }))).toMatch(impossible);
    // blocks of ADPCM that would be unpacked to far more than they hold
    const bomb = Buffer.from(await (await recording("ima-adpcm.wav")).arrayBuffer());
    bomb.writeUInt16LE(0xffff, 38);
    expect(await refusal(fileOf(new Uint8Array(bomb), "bomb.wav"))).toMatch(impossible);
  });

  test("one person's files wait behind each other, another's is read beside them [FIL-1] [LOAD-1]", async () => {
    const answered: string[] = [];
    const send = async (file: File, as: string, name: string) => {
      expect(await at.as(as).readSongAudio({ files: [file] }).status).toBe(201);
      answered.push(name);
    };
    const many = Array.from({ length: 5 }, (_, place) =>
      send(wav(600, { hertz: 300 + place }), manager, "many"),
    );
    await Promise.all([...many, send(wav(6), admin, "other")]);
    expect(answered.indexOf("other")).toBeLessThan(3);
  });

  test("names with a slash stay whole, several artists are all in the credit [FIL-1] [LIB-1]", async () => {
    const mp3 = await recording("plain.mp3");
    const flac = await recording("song.flac");
    const credit = async (file: File) => {
      const { artist, singers, composers } = await read(file);
      return { artist, singers, composers };
    };
    expect(await credit(await withTags(mp3, 3, { TPE1: "AC/DC", TCOM: "Young/Scott" }))).toEqual({
      artist: "AC/DC",
      singers: ["AC/DC"],
      composers: ["Young", "Scott"],
    });
    expect(await credit(await withTags(mp3, 3, { TPE1: "Asha Bhosle/Kishore Kumar" }))).toEqual({
      artist: "Asha Bhosle/Kishore Kumar",
      singers: ["Asha Bhosle", "Kishore Kumar"],
      composers: [],
    });
    const two = {
      artist: "Asha Bhosle, Kishore Kumar",
      singers: ["Asha Bhosle", "Kishore Kumar"],
      composers: [],
    };
    expect(await credit(await withTags(mp3, 4, { TPE1: "Asha Bhosle\0Kishore Kumar" }))).toEqual(
      two,
    );
    expect(
      await credit(await withComments(flac, ["ARTIST=Asha Bhosle", "ARTIST=Kishore Kumar"])),
    ).toEqual(two);
    expect(await credit(await withTags(mp3, 4, { TPE1: "AC/DC" }))).toMatchObject({
      artist: "AC/DC",
      singers: ["AC/DC"],
    });
  });

  test("joiners stay in words, UTF-8 that a tag calls Latin-1 is decoded [FIL-1] [LIB-1]", async () => {
    const mp3 = await recording("plain.mp3");
    const persian = "می\u200cخواهم";
    const malayalam = "അവന്\u200d";
    expect(await read(await withTags(mp3, 4, { TIT2: persian, TPE1: malayalam }))).toMatchObject({
      title: persian,
      artist: malayalam,
    });
    const asLatin = (text: string) => Buffer.from(text).toString("latin1");
    const tags = { TIT2: asLatin("दिल"), TPE1: asLatin("Été"), TALB: "Café" };
    expect(await read(await withLatinTags(mp3, tags))).toMatchObject({
      title: "दिल",
      artist: "Été",
      album: "Café",
    });
  });
});
