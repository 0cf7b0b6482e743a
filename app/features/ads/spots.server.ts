import type { LoaderFunctionArgs } from "@remix-run/node";
import { findSpot, listSpots, SpotQuery, type SpotRow, spotChoices } from "#contract/ads/spots";
import { spotKindWords } from "#contract/ads/words";
import { showDate, showLength } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext, requireGrant } from "~/lib/session/guard.server";
import { spotAudioPath, spotPath } from "./paths";

/** Guards all pages about spots. Limited admins have only this grant (requirements ROL-1). */
export const requireSpots = (args: Parameters<typeof requireGrant>[0]): Promise<PageContext> =>
  requireGrant(args, "spots.write", { company: true });

const Address = listAddress({
  ...SpotQuery.pick({
    search: true,
    kind: true,
    state: true,
    brandId: true,
    cursor: true,
    sort: true,
  }).shape,
});

export async function loadSpots({ request }: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { row, ...query } = readQuery(request, Address, pageContext);
  const [spots, { data: choices }] = await load(() =>
    Promise.all([api.call(listSpots, { query }), api.call(spotChoices, {})]),
  );
  const { search, kind, state, brandId, sort } = query;
  return {
    filters: {
      search,
      kind,
      state,
      brandId: brandId === undefined ? undefined : ids.encrypt("item", brandId),
    },
    sort,
    row,
    page: spots.page,
    mayChange: choices.mayChange,
    brands: choices.brands.map(({ id, name }) => ({ value: ids.encrypt("item", id), label: name })),
    rows: spots.data.map((spot) => formatSpot(spot, pageContext)),
  };
}

function formatSpot(
  { id, kind, durationSeconds, hasAudio, brand, version, ...spot }: SpotRow,
  { ids }: PageContext,
) {
  const { name, category, language, state, uses } = spot;
  const path = spotPath(ids.encrypt("spot", id));
  return {
    path,
    name,
    category,
    language,
    state,
    uses,
    kind: spotKindWords[kind],
    brand: brand?.name ?? null,
    length: showLength(durationSeconds),
    days: daysInWords(spot),
    audio: hasAudio ? spotAudioPath(path, version) : null,
  };
}

/** "12/05/26 – 03/06/26", "From 12/05/26"; null for no limits. */
export function daysInWords({
  validFrom,
  validTo,
}: Pick<SpotRow, "validFrom" | "validTo">): string | null {
  if (validFrom && validTo)
    return validFrom === validTo
      ? showDate(validFrom)
      : `${showDate(validFrom)} – ${showDate(validTo)}`;
  if (validFrom) return `From ${showDate(validFrom)}`;
  return validTo ? `Until ${showDate(validTo)}` : null;
}

/** Finds the spot in the address. Throws 404 for one that does not exist. */
export async function spotOf(ref: string | undefined, { api, ids }: PageContext) {
  const id = ids.decrypt("spot", ref);
  return (await load(() => api.call(findSpot, { params: { id } }))).data;
}

/** Finds a spot for a page that changes it. Throws 403 for people who may only read it. */
export async function changeableSpotOf(ref: string | undefined, pageContext: PageContext) {
  const spot = await spotOf(ref, pageContext);
  if (!spot.mayChange) throw Response.json({ message: messages.notAllowed }, { status: 403 });
  return spot;
}
