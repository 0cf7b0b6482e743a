import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoFiles } from "#demo/demo-files";
import { demoLibrary } from "#demo/library";
import { recipeKey } from "#demo/synthesis";
import { folderStore } from "#platform/files/file-store";
import { serveAudio } from "#platform/files/serve-file";

describe("The demo's songs that are synthesised when they are first asked for", () => {
  let folder: string;
  let files: ReturnType<typeof demoFiles>;
  const key = recipeKey({ number: 90, tempo: 2, bpm: 100, seconds: 20 });
  const other = recipeKey({ number: 91, tempo: 2, bpm: 100, seconds: 20 });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fever-songs-"));
    files = demoFiles(folderStore(folder));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const stored = () => readdir(join(folder, "audio")).catch(() => []);
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test("have their length before they are made, and no byte is made for it [RUN-1]", async () => {
    const response = await serveAudio(files, key, {});
    expect(response.headers.get("Content-Length")).toBe(String(44 + 20 * 16_000));
    expect(await stored()).toEqual([]);
    await response.body?.cancel();
  });

  test("come whole and in ranges, are made once, and each is another song [RUN-1]", async () => {
    const [whole, part, again] = await Promise.all([
      serveAudio(files, key, {}).then(bytes),
      serveAudio(files, key, { range: "bytes=1000-1999" }).then(bytes),
      serveAudio(files, other, {}).then(bytes),
    ]);
    expect((await stored()).sort()).toEqual(
      [key, other].map((one) => one.replace("audio/", "")).sort(),
    );
    expect(whole).toHaveLength(44 + 20 * 16_000);
    expect(whole.toString("latin1", 0, 4) + whole.toString("latin1", 8, 12)).toBe("RIFFWAVE");
    expect(whole.readUInt32LE(40)).toBe(20 * 16_000);
    expect(part.equals(whole.subarray(1000, 2000))).toBe(true);
    expect(whole.equals(await readFile(join(folder, key)))).toBe(true);
    expect(whole.equals(again)).toBe(false);
    const loudest = whole
      .subarray(44)
      .reduce((most, value) => Math.max(most, Math.abs(value - 128)), 0);
    expect(loudest, "can be heard").toBeGreaterThan(80);
  });

  test("no file is made but for the key of a recipe [RUN-1]", async () => {
    for (const wrong of [
      "audio/song-01.wav",
      "audio/recipe-1-4-100-20.wav",
      "audio/recipe-1-2-100-2000.wav",
    ])
      await expect(serveAudio(files, wrong, {})).rejects.toMatchObject({ status: 404 });
  });

  test("nearly every song of the demo's library has audio, and a few have none [RUN-1] [LIB-1]", () => {
    const { songs } = demoLibrary();
    const silent = songs.filter(({ audioFile }) => audioFile == null);
    expect(silent.length).toBeGreaterThan(40);
    expect(silent.length).toBeLessThan(80);
    expect(new Set(songs.map(({ audioFile }) => audioFile)).size).toBe(
      songs.length - silent.length + 1,
    );
  });
});
