// Synthesises one song in a thread of its own, so that requests are answered meanwhile.
import { writeFile } from "node:fs/promises";
import { workerData } from "node:worker_threads";
import { composeSong } from "./composition.ts";
import { bands } from "./styles.ts";
import { readRecipe } from "./synthesis.ts";
import { encodeWav } from "./wav.ts";

const { key, path } = workerData as { key: string; path: string };
const recipe = readRecipe(key);
if (!recipe) throw new Error(`no recipe: ${key}`);
const { tempo, bpm, seconds } = recipe;
await writeFile(path, encodeWav(composeSong(key, { ...bands[tempo], beats: [bpm, bpm] }, seconds)));
