import { data } from "@remix-run/node";
import { CampaignFormFields, timingValues } from "#contract/ads/campaign-form";
import type { CampaignDetail } from "#contract/ads/campaigns";
import { spotChoices, spotsForNonMusic } from "#contract/ads/spots";
import { campaignLimits } from "#contract/ads/words";
import { showDate } from "#contract/base/dates";
import { foldText } from "#contract/base/fold-text";
import { mayOpen } from "#contract/base/roles";
import { catalogue } from "#contract/library/catalogue";
import type { SpotKind } from "#contract/schedule/positions";
import { storesPath } from "~/features/stores/paths";
import { constraintsOf, type FormResult } from "~/lib/forms/forms.server";
import {
  loadLocationChoices,
  loadStoreChoices,
  locationValues,
  readSought,
} from "~/lib/locations/location-choices.server";
import { wordsToFind } from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { linesIn, oneOf, removedLine, withLinesIn } from "~/ui/form-lines";
import { loadDatePresets } from "./campaign-quote.server";
import type { QuoteWords } from "./quote-words.server";

type Values = Record<string, string | string[]>;

/**
 * Leaves out constraints for the ways to enter hours: a browser would refuse the form because of a
 * field that it does not show.
 */
export const campaignConstraints = constraintsOf(CampaignFormFields, [
  "name",
  "brandId",
  "startsOn",
  "endsOn",
  "blackoutDates",
  "takesNewStores",
  "note",
]);

/** A new campaign of a kind: every day, in the hours in which most stores are open. */
export const newCampaignValues = (kind: SpotKind): Values => ({
  kind,
  priority: "STANDARD",
  "spots[0].weight": "1",
  weekdays: ["0", "1", "2", "3", "4", "5", "6"],
  ...(kind === "TOH"
    ? { timing: "HOURS", hours: Array.from({ length: 12 }, (_, place) => String(place + 10)) }
    : { timing: "EVEN", playsAnHour: "1", fromHour: "10", toHour: "22" }),
});

type Suggestion = Partial<
  Record<"startsOn" | "endsOn", string> & Record<"regionId" | "zoneId" | "groupId", number>
>;

/** Fills in the dates and the narrowest location that an address suggests for a new campaign. */
export function suggestValues(
  { startsOn, endsOn, regionId, zoneId, groupId }: Suggestion,
  pageContext: PageContext,
): Values {
  if (!startsOn || !endsOn) return {};
  const units = [
    { level: "GROUP", unitId: groupId },
    { level: "ZONE", unitId: zoneId },
    { level: "REGION", unitId: regionId },
  ] as const;
  const [narrowest] = units.flatMap(({ level, unitId }) =>
    unitId === undefined ? [] : [{ level, unitId }],
  );
  return { startsOn, endsOn, ...(narrowest && locationValues([narrowest], pageContext)) };
}

/** A campaign as the fields of its form. */
export function campaignValues(campaign: CampaignDetail, pageContext: PageContext): Values {
  const { ids } = pageContext;
  const {
    name,
    kind,
    startsOn,
    endsOn,
    weekdays,
    blackoutDates,
    blackoutStores,
    goal,
    breakPosition,
    priority,
    mayBePreempted,
    brandId,
    takesNewStores,
    note,
    version,
    spots,
  } = campaign;
  const lines = spots.map(({ spotId, weight }) => ({
    spotId: ids.encrypt("spot", spotId),
    weight: String(weight),
  }));
  return {
    name,
    kind,
    startsOn,
    endsOn,
    weekdays: weekdays.map(String),
    blackoutDates: blackoutDates.map(showDate).join(", "),
    blackoutStoreIds: blackoutStores.map(({ storeId }) => ids.encrypt("store", storeId)),
    note: note ?? "",
    version: String(version),
    brandId: brandId === null ? "" : ids.encrypt("item", brandId),
    takesNewStores: takesNewStores ? "on" : "",
    breakPosition: breakPosition ?? "",
    priority,
    mayBePreempted: mayBePreempted ? "on" : "",
    "goal.measure": goal?.measure ?? "",
    "goal.target": goal ? String(goal.target) : "",
    ...timingValues(campaign),
    ...locationValues(campaign.units, pageContext),
    // single stores can be thousands, so the form keeps them without listing them
    ...(campaign.singleStores > campaign.units.filter(({ level }) => level === "STORE").length && {
      storeIds: [],
      keepStores: "on",
    }),
    ...withLinesIn({}, "spots", lines),
  };
}

/** The most options that the platform lists at once; beyond it, the field offers a search. */
const mostListed = 100;

type OptionPage = { options: { value: string; label: string }[]; more: boolean };
const toChoices = ({ options, more }: OptionPage, words: string) => ({
  options,
  find: more || words ? { words, listed: options.length, more } : null,
});

type KnownSpot = {
  id: number;
  name: string;
  durationSeconds: number;
  brand?: { name: string } | null;
};
type ChoiceContext = {
  /** The form that was sent to search for options. */
  posted?: FormData;
  /** The campaign's own spots, which stay choices even if withdrawn. */
  currentSpots?: readonly KnownSpot[];
};
export const spotsOf = ({ spots }: CampaignDetail): KnownSpot[] =>
  spots.map(({ spotId, name, seconds }) => ({ id: spotId, name, durationSeconds: seconds }));

/**
 * Loads the choices of a campaign form's fields. Where there are very many brands, spots or
 * locations, loads only those that match the search.
 */
export async function loadCampaignChoices(
  pageContext: PageContext,
  values: Values,
  { posted = new FormData(), currentSpots = [] }: ChoiceContext = {},
) {
  const kind = oneOf(values.kind) as SpotKind;
  const brandWords = wordsToFind(posted, "brands").words;
  const spotWords = wordsToFind(posted, "spots").words;
  const storeWords = wordsToFind(posted, "stores").words;
  const [brands, spots, locations, blackoutStores, presets] = await Promise.all([
    loadBrands(pageContext, brandWords, oneOf(values.brandId)),
    loadSpots(pageContext, kind, spotWords, currentSpots),
    loadLocationChoices(pageContext, values, readSought(posted).sought),
    loadStoreChoices(pageContext, values.blackoutStoreIds, storeWords),
    loadDatePresets(pageContext),
  ]);
  const storesTo = mayOpen(pageContext.person, "STORES") ? storesPath : null;
  return {
    brands: toChoices(brands, brandWords),
    spots: toChoices(spots, spotWords),
    locations,
    blackoutStores,
    presets,
    storesTo,
  };
}
export type CampaignChoices = Awaited<ReturnType<typeof loadCampaignChoices>>;

const brandCalls = catalogue.find(({ list }) => list.kind === "brand")?.endpoints;

/** Loads brands: first those of the company's spots, then those of Fever's list. */
async function loadBrands(
  { api, ids }: PageContext,
  search: string,
  chosenRef: string,
): Promise<OptionPage> {
  if (!brandCalls) throw new Error("no brands");
  const calls = brandCalls;
  const query = {
    search: search || undefined,
    status: "active" as const,
    sort: "name" as const,
    limit: mostListed,
  };
  const [own, { data: library, page }] = await Promise.all([
    load(() => api.call(spotChoices, { query: {} })),
    load(() => api.call(calls.list, { query })),
  ]);
  const words = foldText(search);
  const chosenId = chosenRef ? ids.decrypt("item", chosenRef) : undefined;
  const matches = [
    ...own.data.brands.filter(({ id, name }) => id === chosenId || foldText(name).includes(words)),
    ...library,
  ];
  const isListed = chosenId === undefined || matches.some(({ id }) => id === chosenId);
  const others = isListed
    ? []
    : (await load(() => api.call(calls.list, { query: { ids: [chosenId] } }))).data;
  const options = [...others, ...matches].map((brand) => ({
    value: ids.encrypt("item", brand.id),
    label: brand.name,
  }));
  return { options, more: page.next !== null };
}

async function loadSpots(
  { api, ids }: PageContext,
  kind: SpotKind,
  search: string,
  currentSpots: readonly KnownSpot[],
): Promise<OptionPage> {
  const query = { kind, search: search || undefined, limit: mostListed };
  const { data: matches, page } = await load(() => api.call(spotsForNonMusic, { query }));
  const others = currentSpots.filter(({ id }) => !matches.some((spot) => spot.id === id));
  const options = [...others, ...matches].map(({ id, name, brand, durationSeconds }) => ({
    value: ids.encrypt("spot", id),
    label: [name, `${durationSeconds} s`, brand?.name].filter(Boolean).join(", "),
  }));
  return { options, more: page.next !== null };
}

/**
 * Applies a button that saves nothing: adds or removes a spot, or looks something up. Undefined for
 * any other button.
 */
export function changedValues({ values, posted }: FormInput): Values | undefined {
  const act = String(posted.get("_do") ?? "");
  const lines = linesIn(values, "spots");
  const removed = removedLine(act);
  if (act === "add-spot" && lines.length < campaignLimits.spots)
    return withLinesIn(values, "spots", [...lines, { spotId: "", weight: "1" }]);
  if (removed !== undefined)
    return withLinesIn(
      values,
      "spots",
      lines.filter((_, line) => line !== removed),
    );
  const [, startsOn, endsOn] = /^dates:([\d-]{10}):([\d-]{10})$/.exec(act) ?? [];
  if (startsOn && endsOn) return { ...values, startsOn, endsOn };
  const isAsked =
    readSought(posted).finds ||
    ["brands", "spots", "stores"].some((what) => wordsToFind(posted, what).isAsked);
  return isAsked ? values : undefined;
}

/** Answers the form's page. */
export type CampaignFormResult = Partial<FormResult> & {
  choices?: CampaignChoices;
  quote?: QuoteWords | null;
};

type FormInput = { posted: FormData; values: Values };
type RefusedForm = { data: FormResult; init: ResponseInit | null };
type FormAgainOptions = {
  refused?: RefusedForm;
  currentSpots?: readonly KnownSpot[];
  /** The campaign's quote in words; only if the person asked for it. */
  quote?: QuoteWords;
};

/** Answers the form again with its errors, its quote and what was typed. */
export async function campaignFormAgain(
  pageContext: PageContext,
  { posted, values }: FormInput,
  { refused, currentSpots, quote }: FormAgainOptions = {},
) {
  const choices = await loadCampaignChoices(pageContext, values, { posted, currentSpots });
  const { form = "form", failure } = refused?.data ?? {};
  const fields = { values, errors: onFields(refused?.data.fields.errors) };
  return data<CampaignFormResult>(
    { form, fields, failure, choices, quote },
    refused?.init ?? undefined,
  );
}

/** Moves errors of the API's `exactTimes` to the form's field "times". */
function onFields(errors: FormResult["fields"]["errors"]): FormResult["fields"]["errors"] {
  if (!errors?.exactTimes) return errors;
  const { exactTimes, ...others } = errors;
  return { ...others, times: exactTimes };
}
