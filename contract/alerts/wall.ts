import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idListOf, idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { StoreCommand } from "../player/commands.ts";
import { NowPlaying } from "../player/now-playing.ts";
import { AlertRow, alertNote } from "./endpoints.ts";
import {
  alertActs,
  alertCauses,
  alertKinds,
  alertsAtOnce,
  snoozeMinutes,
  wallOwners,
  wallStates,
} from "./words.ts";

export const WallRow = AlertRow.extend({
  companyId: z.int(),
  companyName: z.string(),
  city: z.string().nullable(),
  phone: z.string().nullable(),
  /** Alerts of the store in the last seven days, with this one. */
  alertsInWeek: z.int(),
  /** The commands and messages to the store's player since the alert began, the newest first. */
  tried: z.array(StoreCommand),
  nowPlaying: NowPlaying,
});
export type WallRow = z.infer<typeof WallRow>;

const filters = {
  state: z.enum(wallStates).default("open"),
  kind: z.enum(alertKinds).optional(),
  owner: z.enum(wallOwners).optional(),
  /** In this state for at least this many minutes. */
  olderThan: wholeNumber(1, 100_000).optional(),
  search: field.search.optional(),
  /** City, state and country of the stores, as `WallCity` gives them. */
  place: field.line.max(250).regex(printable, messages.printable).optional(),
  ids: idListOf("alert", alertsAtOnce).optional(),
  ...paging,
};

export const WallQuery = z.strictObject({ ...ofCompany, ...unitFilters, ...filters });
export const WallOfAllQuery = z.strictObject({
  onlyCompanyId: idOf("company").optional(),
  ...filters,
});
export type WallQuery = Omit<z.output<typeof WallQuery>, "companyId"> &
  Pick<z.output<typeof WallOfAllQuery>, "onlyCompanyId">;

export const showWall = endpoint({
  method: "get",
  path: "/alert/wall",
  summary:
    "The operations wall: the caller's stores in trouble, the most serious first, then those that are it for longest. The totals `repairs` and `repairMinutes` are the alerts that ended in the last seven days, and how long they took on average",
  access: ["DASHBOARD"],
  scope: "company",
  query: WallQuery,
  list: true,
  data: WallRow,
});

export const showWallOfAll = endpoint({
  method: "get",
  path: "/alert/wall/all",
  summary: "The same of every active client company",
  access: ["COMPANIES"],
  scope: "none",
  query: WallOfAllQuery,
  list: true,
  data: WallRow,
});

export const streamAlertSignals = endpoint({
  method: "get",
  path: "/alert/signals",
  summary:
    'Server-sent events for those who watch the wall: "alerts" when alerts of some company have changed; "hello" begins them, "pulse" comes every 20 seconds',
  access: ["DASHBOARD"],
  scope: "none",
  headers: z.object({ "last-event-id": z.string().max(60).optional() }),
  data: z.never(),
  stream: "text/event-stream",
});

const needed = {
  "hand-over": ["to"],
  snooze: ["minutes"],
  note: ["note"],
  close: ["cause"],
  take: [],
  release: [],
} as const;

/** An alert that was not changed, and why. */
export const LeftAlert = z.object({ id: z.int(), words: z.string() });

export const changeAlerts = endpoint({
  method: "patch",
  path: "/alert",
  summary:
    "Take, release, hand over, put off, note or close several alerts. One that somebody changed since the version given is left as it is; 422 where all are",
  access: ["DASHBOARD"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      alerts: z
        .array(z.strictObject({ id: idOf("alert"), version: field.version.optional() }))
        .min(1)
        .max(alertsAtOnce),
      act: z.enum(alertActs),
      /** The username of who gets them. */
      to: z.string().trim().min(1).max(100).regex(printable, messages.printable).optional(),
      minutes: wholeNumber(snoozeMinutes.least, snoozeMinutes.most).optional(),
      cause: z.enum(alertCauses).optional(),
      note: alertNote,
    })
    .superRefine((body, context) => {
      for (const name of needed[body.act])
        if (body[name] === undefined || body[name] === "")
          context.addIssue({ code: "custom", path: [name], message: messages.required });
    }),
  data: z.object({ changed: z.int(), left: z.array(LeftAlert) }),
});

export const listAlertOwners = endpoint({
  method: "get",
  path: "/alert/{id}/owners",
  summary:
    "To whom the caller may hand an alert over: their colleagues who see its store, for provider staff the provider's",
  access: ["DASHBOARD"],
  scope: "company",
  params: z.strictObject({ id: idOf("alert") }),
  query: z.strictObject(ofCompany),
  data: z.array(z.object({ username: z.string(), name: z.string() })),
});
