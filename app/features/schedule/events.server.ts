import { type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { showLength } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import {
  type EventEffects,
  type EventPools,
  EventQuery,
  type EventRow,
  findEventPlaylist,
  listEventPlaylists,
} from "#contract/schedule/event-playlists";
import { eventStateLabels } from "#contract/schedule/words";
import { readQuery } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import { listAddress } from "~/lib/lists/list-address.server";
import {
  encryptUnits,
  loadLocations,
  redirectFromMisplaced,
  unitChoices,
} from "~/lib/locations/unit-choices.server";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { artOf } from "~/lib/songs/cover.server";
import type { Tone } from "~/ui/frame/pill";
import { eventDays, eventHours, unitWords } from "./event-words";
import { eventPath } from "./paths";
import { eventTexts } from "./texts";

const Address = listAddress({
  ...EventQuery.pick({
    search: true,
    state: true,
    regionId: true,
    zoneId: true,
    groupId: true,
    cursor: true,
    sort: true,
  }).shape,
});
const tones: Record<EventRow["state"], Tone> = { running: "ok", upcoming: "info", past: "idle" };

export async function loadEvents(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { ids } = pageContext;
  const { row, ...query } = readQuery(request, Address, { ids });
  const [events, locations] = await Promise.all([
    load(() => pageContext.api.call(listEventPlaylists, { query })),
    load(() => loadLocations(pageContext)),
  ]);
  redirectFromMisplaced(request, locations, query);
  const { search, state } = query;
  return {
    filters: {
      search,
      state,
      ...encryptUnits(query, ids),
    },
    choices: unitChoices(locations, query, ids),
    sort: query.sort,
    row,
    page: events.page,
    rows: events.data.map((event) => shownEvent(event, pageContext, context)),
  };
}

/** Describes an event for its list and its own page. */
export function shownEvent(
  event: EventRow & Partial<EventPools>,
  { ids, figures }: PageContext,
  context: AppLoadContext,
) {
  const { name, state, priority, mode, songs, playable, mayChange, units, otherUnits } = event;
  const names = units.map(unitWords);
  const others = otherUnits > 0 ? [eventTexts.others(figures.counted(otherUnits, "location"))] : [];
  return {
    path: eventPath(ids.encrypt("event", event.id)),
    name,
    priority,
    mode,
    songs,
    playable,
    mayChange,
    state: { tone: tones[state], words: eventStateLabels[state] },
    days: eventDays(event),
    hours: eventHours(event),
    locations:
      names.length + others.length > 0 ? [...names, ...others].join(", ") : eventTexts.noLocation,
    image: imageUrl(context, event.imageFileId),
    covers: event.covers.map((cover, place) => ({
      key: String(place),
      art: artOf(context, cover),
    })),
    length:
      event.seconds === undefined
        ? null
        : eventTexts.length(figures.counted(songs, "song"), showLength(event.seconds)),
    /** Says for each country of its stores how much can play there. */
    countries: (event.countries ?? []).map(({ countryName, stores, playable, playableSeconds }) =>
      eventTexts.inCountry(
        countryName,
        figures.counted(stores, "store"),
        figures.counted(playable, "playable song"),
        showLength(playableSeconds),
      ),
    ),
  };
}

/** Describes an event's effects on other events and on days. */
export function effectWords(
  { overlaps, publishedDays, publishedWithDraft, draftDays }: EventEffects,
  { ids, figures: { counted } }: PageContext,
) {
  return {
    overlaps: overlaps.map(({ id, name, plays, because, ...times }) => ({
      name,
      to: eventPath(ids.encrypt("event", id)),
      when: `${eventDays(times)}, ${eventHours(times)}`,
      words: eventTexts.plays[plays][because],
    })),
    days: [
      ...(draftDays > 0 ? [eventTexts.drafts(counted(draftDays, "draft day"))] : []),
      ...(publishedDays > 0
        ? [eventTexts.published(counted(publishedDays, "published day"), publishedDays === 1)]
        : []),
      ...(publishedWithDraft > 0
        ? [
            eventTexts.publishedWithDraft(
              counted(publishedWithDraft, "published day"),
              publishedWithDraft === 1,
            ),
          ]
        : []),
    ],
  };
}
export type EffectWords = ReturnType<typeof effectWords>;

export type EventContext = { pageContext: PageContext; id: number; path: string };

/** Guards one event's pages. Throws 404 for an id that was tampered with. */
export async function requireEvent(
  args: Pick<LoaderFunctionArgs, "request" | "context" | "params">,
): Promise<EventContext> {
  const pageContext = await requireArea(args, "MUSIC_SCHEDULE");
  return {
    pageContext,
    id: pageContext.ids.decrypt("event", args.params.id),
    path: eventPath(String(args.params.id)),
  };
}

export const findEvent = async ({ pageContext: { api }, id }: EventContext) =>
  (await load(() => api.call(findEventPlaylist, { params: { id } }))).data;

/** Finds the event of a page that changes it. Throws 404, and 403 if the person may only read. */
export async function findOwnEvent(at: EventContext) {
  const event = await findEvent(at);
  if (!event.mayChange) throw data({ message: messages.notAllowed }, { status: 403 });
  return event;
}
