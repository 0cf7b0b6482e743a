// Synthesises one song, or all recordings of the demo, in a thread of its own, so that requests are
// answered during it.
import { writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { composeSong } from "./composition.ts";
import { demoLibrary } from "./library.ts";
import { writeRecordings } from "./recordings.ts";
import { bands } from "./styles.ts";
import { readRecipe } from "./synthesis.ts";
import type { SynthesisTask } from "./synthesis-thread.ts";
import { encodeWav } from "./wav.ts";

const task: SynthesisTask = workerData;
if ("filesDir" in task)
  parentPort?.postMessage(await writeRecordings(task.filesDir, demoLibrary().songs));
else await writeSong(task);

async function writeSong({ key, path }: { key: string; path: string }): Promise<void> {
  const recipe = readRecipe(key);
  if (!recipe) throw new Error(`no recipe: ${key}`);
  const { tempo, bpm, seconds } = recipe;
  await writeFile(
    path,
    encodeWav(composeSong(key, { ...bands[tempo], beats: [bpm, bpm] }, seconds)),
  );
}
