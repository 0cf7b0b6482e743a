import { randomUUID } from "node:crypto";
import type { Endpoint } from "#contract/base/endpoint";
import type { UploadKind } from "#contract/base/uploads";
import { addCsvToChart } from "#contract/charts/songs";
import { type ExampleInput, exampleInput } from "#contract/examples/example-input";
import { type Sampling, yesterday } from "#contract/examples/example-values";
import { readFile } from "#contract/files/endpoints";
import { checkFootfallCsv, checkSongCsv, checkUserCsv } from "#contract/imports/endpoints";
import { companies } from "#demo/companies";
import { demoIcons } from "#demo/company-files";
import { SAMPLE_RATE } from "#demo/instruments";
import { encodeWav } from "#demo/wav";
import { recording } from "../support/audio.ts";
import { password } from "../support/platform.ts";
import { fileOf, picture } from "../support/uploads.ts";

export { idNames } from "#contract/examples/example-input";

export type SampleInput = ExampleInput & { files?: File[] };
/** By the names that members have: numbers, UUIDs where a member takes one. */
export type Ids = Record<string, number | string>;

/** The kinds of things that the parts of a path name: of "/custom-chart/delete" a chart. */
export const kindsIn = ({ path }: Endpoint, ids: Ids): string[] =>
  path.split("/").flatMap((part) => {
    const whole = part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [...new Set([`${whole}Id`, `${part.split("-").at(-1)}Id`])].filter(
      (kind) => kind in ids,
    );
  });

const unique = (label: string) => () => `${label}${randomUUID().slice(0, 8)}`;
/**
 * In place of the examples: what may be taken once is new each time, and what must be there is that
 * of the demo world.
 */
const values: Record<string, unknown> = {
  storeCode: unique("SWEEP-"),
  companyCode: unique("SWEEP-"),
  companyName: unique("Sweep "),
  name: unique("Sweep "),
  slotName: unique("Sweep "),
  chartName: unique("Sweep "),
  regionName: unique("Sweep "),
  zoneName: unique("Sweep "),
  groupName: unique("Sweep "),
  username: unique("sweep."),
  companyAdminUserId: unique("sweep."),
  email: () => `sweep.${randomUUID().slice(0, 8)}@example.com`,
  password,
  currentPassword: password,
  deviceId: "sweep",
  "device-id": "sweep",
  /** Opens a demo playlist's link and one to a proof of play (demo-world.ts); it is no token of an account. */
  token: "sweep-demo-playlist",
};

/** Belongs to a company that no sweep changes; provider staff see it. */
const someIcon = demoIcons.find(
  ({ companyId }) => companyId === companies.brightmart.id,
)?.iconFileId;
/** A file of each kind that endpoints take; stores are what CSVs are imported of. */
const sampleFiles: Record<UploadKind, File> = {
  image: fileOf(await picture("png"), "sweep.png"),
  document: fileOf("%PDF-1.7\n%%EOF", "sweep.pdf"),
  table: fileOf(
    `Store code,Store,City\r\nSWEEP-CSV-${randomUUID().slice(0, 8)},Sweep store,Pune\r\n`,
    "sweep.csv",
  ),
  portal: fileOf("IRN,SignedQRCode\r\n0,a.b.c\r\n", "answers.csv"),
  audio: fileOf(
    new Uint8Array(encodeWav(new Float32Array(6 * SAMPLE_RATE).fill(0.5))),
    "sweep.wav",
  ),
  voice: await recording("voice.webm"),
};
const songsFile = fileOf("Title,Artist,Seconds\r\nSweep song,Nobody,180\r\n", "songs.csv");
const usersFile = fileOf(
  "Username,First name,Last name,Email,Phone,Role,Level,Locations\r\nsweep.user,Sweep,,sweep.user@example.com,,Admin,national,\r\n",
  "users.csv",
);
const footfallFile = fileOf(
  `Store code,Date,Hour,Visitors\r\nNWR-0001,${yesterday()},10,118\r\n`,
  "footfall.csv",
);
/** Lists what imports of one kind take in place of a file of their kind. */
const filesOf = new Map<Endpoint, File>([
  [addCsvToChart, songsFile],
  [checkSongCsv, songsFile],
  [checkUserCsv, usersFile],
  [checkFootfallCsv, footfallFile],
]);

/**
 * The example of an endpoint (contract/examples) with own ids, and with files where it takes some.
 */
export function sampleInput(endpoint: Endpoint, options: Sampling): SampleInput {
  const input = exampleInput(endpoint, { ...options, values: { ...values, ...options.values } });
  return {
    ...input,
    ...(endpoint === readFile && { params: { id: someIcon } }),
    ...(endpoint.upload && {
      files: [filesOf.get(endpoint) ?? sampleFiles[endpoint.upload.kind]],
    }),
  };
}
