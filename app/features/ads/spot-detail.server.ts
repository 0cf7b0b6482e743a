import type { LoaderFunctionArgs } from "@remix-run/node";
import { type SpotDetail, spotHistory, spotUses } from "#contract/ads/spots";
import { campaignStateWords, spotKindWords } from "#contract/ads/words";
import { showInstant } from "#contract/base/dates";
import { changesOf } from "~/lib/audit/audit-change";
import { withNames } from "~/lib/audit/people.server";
import { zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { playedPart } from "~/lib/songs/cues";
import { wavePath } from "~/lib/songs/wave-path";
import { withMembers } from "~/ui/frame/address";
import { spotAudioPath, spotPath } from "./paths";
import { spotConfirmations } from "./spot-confirmations.server";
import { measuredWords } from "./spot-form.server";
import { daysInWords, spotOf } from "./spots.server";

const entriesShown = 10;

/**
 * Loads a spot's page: its audio, description, uses and history. Throws
 * 404 for a spot that does not exist.
 */
export async function loadSpotDetail(
  { request, params: { id: ref } }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids, figures } = pageContext;
  const params = { id: ids.decrypt("spot", ref) };
  const path = spotPath(ref ?? "");
  const cursor = new URL(request.url).searchParams.get("older") ?? undefined;
  const spot = await spotOf(ref, pageContext);
  const [{ data: uses }, history] = await load(() =>
    Promise.all([
      api.call(spotUses, { params }),
      api.call(spotHistory, { params, query: { limit: entriesShown, cursor } }),
    ]),
  );
  const timeZone = zoneOf(undefined);
  const link = (act: "withdraw" | "bring-back" | "remove") =>
    spotConfirmations.linkTo(act, { ...spot, path }, pageContext);
  return {
    path,
    name: spot.name,
    lead: [spotKindWords[spot.kind], spot.brand?.name].filter(Boolean).join(" · "),
    state: spot.state,
    mayChange: spot.mayChange,
    turn: link(spot.state === "withdrawn" ? "bring-back" : "withdraw"),
    removal: link("remove"),
    isFree: spot.uses === 0,
    sound: spot.hasAudio ? spotAudioPath(path, spot.version) : null,
    wave: wavePath(spot.peaks),
    played: playedPart(spot, spot.durationSeconds),
    audio: spot.hasAudio ? measuredWords(spot, spot.audio, figures) : null,
    facts: spotFacts(spot),
    uses: uses.campaigns.map(({ id, name, state, startsOn, endsOn }) => ({
      key: String(id),
      name,
      state: campaignStateWords[state],
      days: daysInWords({ validFrom: startsOn, validTo: endsOn }),
    })),
    usesTotal: uses.total,
    history: (await withNames(pageContext, history.data, "who")).map(
      ({ id, at, who, action, before, after }) => ({
        key: String(id),
        at: showInstant(new Date(at), timeZone),
        title: `${action.charAt(0).toUpperCase()}${action.slice(1)} by ${who}`,
        changes: changesOf({ itemKind: "spot", before, after }, { timeZone, figures }).changes,
      }),
    ),
    older: history.page.next ? withMembers(path, { older: history.page.next }) : null,
    newer: history.page.prev ? withMembers(path, { older: history.page.prev }) : null,
  };
}

function spotFacts(spot: SpotDetail): { term: string; value: string | null }[] {
  const country = new Intl.DisplayNames(["en"], { type: "region" });
  return [
    { term: "Kind", value: spotKindWords[spot.kind] },
    { term: "Brand", value: spot.brand?.name ?? null },
    { term: "Category", value: spot.category },
    { term: "Language", value: spot.language },
    { term: "Days", value: daysInWords(spot) ?? "Any day" },
    {
      term: "Countries",
      value: spot.territories.map((code) => country.of(code) ?? code).join(", ") || "All",
    },
  ];
}
