import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import * as field from "#contract/base/fields";
import { EventPlaylistForm, eventOfForm } from "#contract/schedule/event-form";
import { checkEventPlaylist, type EventRow } from "#contract/schedule/event-playlists";
import { constraintsOf, type FormResult, readForm, readQuery } from "~/lib/forms/forms.server";
import {
  type LocationChoices,
  loadLocationChoices,
  locationValues,
  readSought,
} from "~/lib/locations/location-choices.server";
import type { PageContext } from "~/lib/session/guard.server";
import { type EffectWords, effectWords } from "./events.server";
import { slotClock } from "./slot-lines";

type Values = Record<string, string | string[]>;

export const eventConstraints = constraintsOf(EventPlaylistForm, [
  "name",
  "startsOn",
  "endsOn",
  "fromMinute",
  "toMinute",
  "priority",
]);

export const newEventValues: Values = {
  weekdays: ["0", "1", "2", "3", "4", "5", "6"],
  fromMinute: "09:00",
  toMinute: "21:00",
  priority: "5",
  mode: "ORDER",
};

const Dates = z.object({ day: field.isoDate.optional() });
/** Reads the day that a link to a new event names, as its first and last. */
export function readDates(request: Request): Values {
  const { day } = readQuery(request, Dates);
  return day ? { startsOn: day, endsOn: day } : {};
}

/** Turns an event into its form's values. */
export function eventValues(event: EventRow, pageContext: PageContext): Values {
  return {
    name: event.name,
    startsOn: event.startsOn,
    endsOn: event.endsOn,
    mode: event.mode,
    fromMinute: slotClock(event.fromMinute),
    toMinute: slotClock(event.toMinute),
    priority: String(event.priority),
    version: String(event.version),
    weekdays: event.weekdays.map(String),
    ...locationValues(event.units, pageContext),
  };
}

/** Reads a posted event form, with what it searches for and whether it only asks for a check. */
export async function readEventForm({ request }: LoaderFunctionArgs, pageContext: PageContext) {
  const form = await readForm(request, EventPlaylistForm, { ids: pageContext.ids });
  return {
    ...form,
    ...readSought(form.posted),
    checks: form.posted.get("_do") === "check",
  };
}
/** Answers the form's page. */
export type EventFormResult = Partial<FormResult> & {
  locations?: LocationChoices;
  effects?: EffectWords | null;
};

type EventFormInput = Awaited<ReturnType<typeof readEventForm>>;

/** Answers the form again with its errors and what was typed. */
export async function eventFormAgain(
  pageContext: PageContext,
  form: EventFormInput,
  refused = form.refusedFor(undefined, 200),
) {
  const locations = await loadLocationChoices(pageContext, form.values, form.sought);
  return data({ ...refused.data, locations, effects: null }, refused.init ?? undefined);
}

/** Answers the form again with the event's effects; saves nothing. */
export async function checkedEvent(pageContext: PageContext, form: EventFormInput, id?: number) {
  const { value } = form;
  if (!value) return eventFormAgain(pageContext, form, form.refused());
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(checkEventPlaylist, { body: { ...eventOfForm(value), id } }),
  );
  if (refused) return eventFormAgain(pageContext, form, refused);
  const repeatedForm = form.refusedFor(undefined, 200);
  const locations = await loadLocationChoices(pageContext, form.values, form.sought);
  return data(
    { ...repeatedForm.data, locations, effects: effectWords(reply.data, pageContext) },
    repeatedForm.init ?? undefined,
  );
}
