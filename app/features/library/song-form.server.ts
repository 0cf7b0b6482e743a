import { recordOf } from "#contract/base/records";
import type { ChartKindName } from "#contract/charts/words";
import { findSong, type SongDetail, songItems } from "#contract/library/endpoints";
import { songCompanies } from "#contract/library/songs";
import { singleItems } from "#contract/library/words";
import { countries } from "#contract/places/endpoints";
import { chartPath } from "~/features/charts/paths";
import { load, type PageContext } from "~/lib/session/guard.server";

type HasSong = { id: number; kind: ChartKindName; companyId: number };
/**
 * Links to a chart that has the song. Null for a chart of a client whose company is not the one
 * worked in, which the chart's page needs.
 */
export const chartTo = (
  { id, kind, companyId }: HasSong,
  { ids }: PageContext,
  chosenCompanyId: number | undefined,
) =>
  kind === "popular" || companyId === chosenCompanyId
    ? chartPath(kind, ids.encrypt("chart", id))
    : null;

/** Loads the choices of each field; an inactive item stays a choice for the song that has it. */
export async function songOptions({ api, ids }: PageContext, song?: SongDetail) {
  const [{ data: items }, { data: places }, { data: companies }] = await load(() =>
    Promise.all([api.call(songItems, {}), api.call(countries, {}), api.call(songCompanies, {})]),
  );
  const options = (facet: keyof typeof items, ownItems: { id: number; name: string }[]) => {
    const itemIds = new Set(items[facet].map(({ id }) => id));
    return [...items[facet], ...ownItems.filter(({ id }) => !itemIds.has(id))].map(
      ({ id, name }) => ({
        value: ids.encrypt("item", id),
        label: name,
      }),
    );
  };
  const territories = new Set(song?.territories);
  const chosenFirst = (one: { id: string }, other: { id: string }) =>
    Number(territories.has(other.id)) - Number(territories.has(one.id));
  return {
    lists: recordOf(singleItems, (facet) => options(facet, [song?.[facet] ?? []].flat())),
    seasons: options("season", song?.seasons ?? []),
    countries: [...places]
      .sort(chosenFirst)
      .map(({ id, countryName }) => ({ value: id, label: countryName })),
    companies: companies.map(({ id, name }) => ({
      value: ids.encrypt("company", id),
      label: name,
    })),
  };
}

/** A song's fields as the form shows them. */
export function songValues(
  song: SongDetail,
  { ids }: PageContext,
): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = { version: String(song.version) };
  for (const name of [
    "title",
    "artist",
    "album",
    "label",
    "year",
    "isrc",
    "energy",
    "bpm",
    "licensedFrom",
    "licensedTo",
  ] as const)
    if (song[name] !== null) values[name] = String(song[name]);
  for (const facet of singleItems) {
    const item = song[facet];
    if (item) values[`${facet}Id`] = ids.encrypt("item", item.id);
  }
  if (song.reservedFor) values.reservedForId = ids.encrypt("company", song.reservedFor.id);
  if (song.explicit) values.explicit = "on";
  return {
    ...values,
    singers: namesInLine(song.singers),
    composers: namesInLine(song.composers),
    seasonIds: song.seasons.map(({ id }) => ids.encrypt("item", id)),
    territories: song.territories,
  };
}

export const namesInLine = (items: { name: string }[]) => items.map(({ name }) => name).join("; ");

/** Finds the song in the address. Throws 404 if it does not exist. */
export async function songOf(
  ref: string | undefined,
  { api, ids }: PageContext,
): Promise<SongDetail> {
  const id = ids.decrypt("song", ref);
  return (await load(() => api.call(findSong, { params: { id } }))).data;
}
