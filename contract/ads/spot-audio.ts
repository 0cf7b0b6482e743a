import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany } from "../base/pages.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { chosenCues, convertedFrom, cues } from "../library/song-fields.ts";
import { measured, SavedSpot } from "./spots.ts";

/** The areas that read and change spots, as in spots.ts. */
const access = ["NON_MUSIC", "spots.write"] as const;
const params = z.strictObject({ id: field.id });
const query = z.strictObject(ofCompany);

export const SpotAudioReadResult = z.object({
  fileId: z.uuid(),
  ...measured,
  durationSeconds: z.int(),
  /** In LUFS; null for silence. */
  loudness: z.number().nullable(),
  peaks: z.array(z.int()),
  ...cues,
  convertedFrom,
  /** Title in the file's tags. */
  title: z.string().nullable(),
});
export type SpotAudioReadResult = z.infer<typeof SpotAudioReadResult>;

export const readSpotAudio = endpoint({
  method: "post",
  path: "/spot/audio",
  summary:
    "Upload the audio of a new spot. It is measured and kept for a week, for POST spot by the same user",
  access,
  scope: "company",
  query: z.strictObject(ofCompany),
  upload: { kind: "audio", most: 1 },
  data: SpotAudioReadResult,
  success: 201,
});

export const findSpotAudio = endpoint({
  method: "get",
  path: "/spot/audio/{fileId}",
  summary: "What we measured of audio that the caller uploaded and no spot uses yet",
  access,
  scope: "company",
  params: z.strictObject({ fileId: z.uuid() }),
  query: z.strictObject(ofCompany),
  data: SpotAudioReadResult,
});

export const spotAudio = endpoint({
  method: "get",
  path: "/spot/{id}/audio",
  summary: "A spot's audio, with ranges",
  access,
  scope: "company",
  params,
  query,
  headers: FileHeaders,
  data: z.never(),
  stream: "audio/*",
});

export const replaceSpotAudio = endpoint({
  method: "put",
  path: "/spot/{id}/audio",
  summary:
    "Replace a spot's audio. Its length, loudness and waveform follow; its details and plays stay",
  access,
  scope: "company",
  params,
  query,
  upload: { kind: "audio", most: 1 },
  data: SavedSpot.extend({ durationSeconds: z.int(), convertedFrom }),
});

export const changeSpotCues = endpoint({
  method: "put",
  path: "/spot/{id}/cues",
  summary:
    "Set where a spot's sound begins and ends in its file. Its length follows, at most that of the plays booked for it",
  access,
  scope: "company",
  params,
  query,
  body: z.strictObject(chosenCues),
  data: SavedSpot.extend({ durationSeconds: z.int() }),
});
