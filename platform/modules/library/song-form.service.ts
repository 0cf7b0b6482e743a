import type { SongForm } from "#contract/library/songs";
import { kindOfFacet, singleItems } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { invalid } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { findCountries } from "../places/index.ts";
import { findItems } from "./library.queries.ts";
import { songMessages } from "./messages.ts";
import { lockSongCompanies } from "./song-companies.queries.ts";
import { findTags, type LockedSong, type SongValues } from "./songs.queries.ts";

/**
 * Items by their lists' fields that were not there before are in their list and active; gives the
 * names of all, also of those before.
 */
export async function namesOfItems(
  scope: Scope,
  tx: Tx,
  form: SongForm,
  before: StoredForm | undefined,
): Promise<Map<number, string>> {
  const references: [field: string, id: number, kind: string][] = form.seasonIds.map((id) => [
    "seasonIds",
    id,
    kindOfFacet.season,
  ]);
  for (const facet of singleItems) {
    const id = form[`${facet}Id`];
    if (id !== undefined) references.push([`${facet}Id`, id, kindOfFacet[facet]]);
  }
  const heldIds = before ? itemsHeld(before) : [];
  const items = new Map(
    (await findItems(scope, tx, [...new Set([...references.map(([, id]) => id), ...heldIds])])).map(
      (item) => [item.id, item],
    ),
  );
  const wrong = references.filter(([, id, kind]) => {
    const item = items.get(id);
    return item?.kind !== kind || !(item.active || heldIds.includes(id));
  });
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map(([field]) => [field, "Choose from the list."])));
  return new Map([...items.values()].map(({ id, name }) => [id, name]));
}

/**
 * Gives the names of the company to reserve a song for and of the one that has it now, and locks
 * them. Throws 422 if the first may not have songs of its own.
 */
export async function namesOfCompanies(
  tx: Tx,
  reservedForId: number | null | undefined,
  heldId: number | null,
): Promise<Map<number, string>> {
  const names = await lockSongCompanies(
    tx,
    [reservedForId, heldId].filter((id) => id != null),
  );
  if (reservedForId != null && !names.has(reservedForId))
    throw invalid({ reservedForId: songMessages.chooseCompany });
  return names;
}

export const itemsHeld = (song: StoredForm) => [
  ...singleItems.flatMap((facet) => song[`${facet}Id`] ?? []),
  ...song.seasonIds,
];

type StoredForm = Awaited<ReturnType<typeof storedForm>>;

/** Gives the stored values by the form's fields. */
export async function storedForm(
  scope: Scope,
  tx: Tx,
  {
    durationSeconds: _,
    cueInMs: _cueIn,
    cueOutMs: _cueOut,
    audioMs: _length,
    audioFile: _audio,
    pictureFileId: _picture,
    id,
    ...stored
  }: LockedSong,
) {
  const tags = await findTags(scope, tx, id);
  const of = (kind: string) => tags.filter((tag) => tag.kind === kind);
  return {
    ...stored,
    singers: of("singer").map(({ name }) => name),
    composers: of("composer").map(({ name }) => name),
    seasonIds: sorted(of("season").map((season) => season.id)),
  };
}

/** Gives the form's values to store: an absent field is empty. */
export function sentOf({ seasonIds, territories, ...form }: SongForm) {
  return {
    ...columnsOf({ ...form, seasonIds, territories }),
    singers: form.singers,
    composers: form.composers,
    seasonIds: sorted(seasonIds),
  };
}

/** Names that differ in case alone are the same people: their items keep the spelling they have. */
export function keepStoredSpelling(newValues: ReturnType<typeof sentOf>, before: StoredForm) {
  const same = (one: string[], other: string[]) =>
    one.join("\n").toLowerCase() === other.join("\n").toLowerCase();
  return {
    ...newValues,
    singers: same(newValues.singers, before.singers) ? before.singers : newValues.singers,
    composers: same(newValues.composers, before.composers) ? before.composers : newValues.composers,
  };
}

export const sorted = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b);

export function columnsOf({
  singers: _,
  composers: _composers,
  seasonIds: _seasons,
  territories,
  ...form
}: SongForm) {
  const { album = null, label = null, year = null, isrc = null, energy = null, bpm = null } = form;
  const {
    eraId = null,
    vocalId = null,
    playWindowId = null,
    ratingChartId = null,
    licenceId = null,
    licensedFrom = null,
    licensedTo = null,
    reservedForId = null,
  } = form;
  const ofLicence = { licenceId, licensedFrom, licensedTo, reservedForId };
  const values = {
    ...form,
    album,
    label,
    year,
    isrc,
    energy,
    bpm,
    eraId,
    vocalId,
    playWindowId,
    ratingChartId,
    ...ofLicence,
  };
  return { ...values, territories: [...new Set(territories)].sort() } satisfies Partial<SongValues>;
}

/** Adds names to the ids, for people who read the log. */
export function withNames(
  fields: Record<string, unknown>,
  names: Map<number, string>,
  companies: Map<number, string>,
): Record<string, unknown> {
  const fieldsWithNames: Record<string, unknown> = { ...fields };
  for (const facet of singleItems) {
    const id = fields[`${facet}Id`];
    if (id !== undefined)
      fieldsWithNames[facet] = typeof id === "number" ? (names.get(id) ?? null) : null;
  }
  if (fields.reservedForId !== undefined)
    fieldsWithNames.reservedFor = companies.get(Number(fields.reservedForId)) ?? null;
  if (Array.isArray(fields.seasonIds))
    fieldsWithNames.seasons = fields.seasonIds.map((id) => names.get(Number(id)) ?? id);
  return fieldsWithNames;
}

export async function refuseUnknownCountries(territories: string[]): Promise<void> {
  const countryCodes = new Set((await findCountries()).map(({ id }) => id));
  const unknown = territories.filter((code) => !countryCodes.has(code));
  if (unknown.length > 0)
    throw invalid({ territories: songMessages.noCountry(unknown.slice(0, 5).join(", ")) });
}
