import { listAlerts } from "#contract/alerts/endpoints";
import {
  dateIn,
  daysBetween,
  showDate,
  showInstant,
  showLength,
  timeIn,
} from "#contract/base/dates";
import type { Answer } from "#contract/base/endpoint";
import { locationPath } from "#contract/base/location-path";
import { mayOpen } from "#contract/base/roles";
import { countries } from "#contract/places/endpoints";
import { unverifiedWords } from "#contract/player/words";
import { findStore, type StoreDetail, storeSchedule } from "#contract/stores/endpoints";
import { clockOf, hoursWords, weekdayNames, weekFromMonday } from "#contract/stores/words";
import { dayPath } from "~/features/schedule/paths";
import { withNames } from "~/lib/audit/people.server";
import { levelsOf, load, type PageContext } from "~/lib/session/guard.server";
import { contactOf } from "~/lib/stores/contact";
import { deviceName } from "~/lib/stores/device-name";
import { helpCallOf } from "~/lib/stores/help-call";
import { reportedPlays } from "~/lib/stores/reported-plays";
import { sinceWords, storeState } from "~/lib/stores/store-state";
import { commandPlaces, troubleSteps } from "~/lib/stores/trouble-texts";
import { withMembers } from "~/ui/frame/address";
import { shownCommands } from "./commands.server";
import { oneStore, storeConfirmations } from "./confirmations.server";
import { deviceConfirmations } from "./device-confirmations.server";
import { shownNowPlaying } from "./now-playing.server";
import { storePath } from "./paths";
import { playerConfirmations } from "./player-confirmations.server";
import { deviceWords } from "./store-words";
import { storeTexts } from "./texts";

/** A licence that ends within this many days is shown as ending soon. */
const soonDays = 30;

/** Conditions in which the player reports to the platform. */
const heardConditions = ["online", "silent", "low-volume"];

/**
 * Loads a store's page: status, days, hours, players, latest play-outs and details. Throws 404 if
 * the person may not see it.
 */
export async function loadStoreDetail(ref: string | undefined, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const id = ids.decrypt("store", ref);
  const [{ data: store }, { data: schedule }, { data: places }, helpCall] = await load(() =>
    Promise.all([
      api.call(findStore, { query: { id } }),
      api.call(storeSchedule, { query: { storeId: id } }),
      api.call(countries, {}),
      findHelpCall(pageContext, id),
    ]),
  );
  const now = new Date();
  const today = dateIn(store.timeZone, now);
  const page: Page = { store, pageContext, now, storeRef: ids.encrypt("store", store.id) };
  return {
    storeRef: page.storeRef, // a prop cannot be called ref
    name: store.storeName,
    code: store.storeCode,
    unit: locationPath(store.regionName, store.zoneName, store.groupName),
    turn: storeConfirmations.linkTo(
      store.status === "active" ? "deactivate" : "activate",
      oneStore(storePath(page.storeRef), store),
      pageContext,
    ),
    state: storeState(store, { now }),
    clock: `${timeIn(store.timeZone, now)} (${store.timeZone})`,
    nowPlaying: shownNowPlaying(store, pageContext, now),
    facts: factsOf(page),
    days: schedule.days.map((day) => shownDay(day, today, page)),
    waitingDays: waitingWords(schedule.days, pageContext),
    week: weekFromMonday.map((weekday) => ({
      weekday: weekdayNames[weekday] ?? "",
      words: hoursWords(store.week.find((day) => day.weekday === weekday)),
      bars: barsOf(store.week, weekday),
    })),
    exceptions: store.exceptions
      .filter(({ day }) => day >= today)
      .map(({ day, note, ...hours }) => ({ day: showDate(day), hours: hoursWords(hours), note })),
    devices: (await withNames(pageContext, store.devices, "username")).map((device) =>
      shownDevice(device, page),
    ),
    commands: shownCommands(
      { ...store, commands: await withNames(pageContext, store.commands, "askedBy") },
      localIn(store),
    ),
    managesPlayers: managesPlayers(pageContext),
    users: store.users.map((user) => shownUser(user, page)),
    plays: store.plays.map(({ startedAt, seconds, reason, ...play }) => ({
      ...play,
      at: localIn(store)(startedAt),
      length: showLength(seconds),
      unverified: reason && unverifiedWords[reason],
    })),
    trouble: troubleSteps(store.condition, commandPlaces.below),
    helpCall: helpCall && {
      call: helpCallOf(helpCall, ids),
      since: localIn(store)(helpCall.beganAt),
    },
    place: placeOf(
      store,
      places.find((one) => one.id === store.country)?.countryName ?? store.country,
    ),
    licence: licenceOf(store, today),
  };
}

/** Finds the store's open call for help; null for people without the dashboard, too. */
async function findHelpCall({ api, person }: PageContext, storeId: number) {
  if (!mayOpen(person, "DASHBOARD")) return null;
  const query = { storeId, kind: "help", limit: 1 } as const;
  const { data } = await api.call(listAlerts, { query });
  return data[0] ?? null;
}

type Page = { store: StoreDetail; pageContext: PageContext; now: Date; storeRef: string };

const localIn =
  ({ timeZone }: StoreDetail) =>
  (at: string) =>
    showInstant(new Date(at), timeZone);

const managesPlayers = (pageContext: PageContext) => levelsOf(pageContext).includes("store");

function factsOf({ store, pageContext: { figures }, now }: Page) {
  const { timeZone, status, statusSince, playerLogs, storedUntil } = store;
  const showSince = (at: string) => sinceWords(at, timeZone, { now });
  return {
    since: `${status === "active" ? "Active" : "Inactive"} since ${showDate(dateIn(timeZone, new Date(statusSince)))}`,
    lastSeen: store.lastSeenAt ? showSince(store.lastSeenAt) : "Never",
    lastPlayed: store.lastPlayedAt ? showSince(store.lastPlayedAt) : "Never",
    volume: storeTexts.volumeNow(store.volume, store.setVolume),
    playsToday: figures.figure(store.playsToday),
    receivedToday: reportedPlays(
      { received: store.receivedToday, plays: store.playsToday },
      figures,
    ),
    playerVersion: store.playerVersion,
    storedUntil: storedUntil && localIn(store)(storedUntil),
    playerLogs: playerLogs && {
      areNewest: playerLogs.areNewest,
      // a player that does not report fetches no log
      areAwaited: !playerLogs.areNewest && heardConditions.includes(store.condition),
      words: playerLogs.areNewest
        ? storeTexts.newestLog(showSince(playerLogs.since))
        : storeTexts.olderLog,
    },
  };
}

type ScheduleDay = Answer<typeof storeSchedule>["data"]["days"][number];

/** Says how many published days a change has yet to reach; null if none. */
function waitingWords(days: readonly ScheduleDay[], { figures }: PageContext): string | null {
  const count = days.filter(({ isWaiting }) => isWaiting).length;
  return count > 0 ? storeTexts.waitingDays(figures.counted(count, "day")) : null;
}

function shownDay(
  { day, state, log, note, ...hours }: ScheduleDay,
  today: string,
  { store, storeRef, pageContext: { ids, person } }: Page,
) {
  const { groupId } = store;
  return {
    day: showDate(day),
    weekday: day === today ? "Today" : (weekdayNames[new Date(day).getUTCDay()] ?? ""),
    hours: hoursWords(hours),
    note: hours.exception ? (note ?? "Exception") : null,
    state,
    log: log && {
      ...log,
      first: clockOf(Math.floor(log.firstSeconds / 60)),
      last: clockOf(Math.ceil(log.lastSeconds / 60)),
    },
    preview:
      groupId !== null && mayOpen(person, "PREVIEW")
        ? withMembers(dayPath, { groupId: ids.encrypt("group", groupId), storeId: storeRef, day })
        : null,
  };
}

function shownDevice(
  device: StoreDetail["devices"][number],
  { store, storeRef, pageContext, now }: Page,
) {
  const { id, userAgent, playsSince, lastSeenAt, signedInAt, username } = device;
  const deviceRef = pageContext.ids.encrypt("device", id);
  const name = deviceName(userAgent);
  const local = localIn(store);
  return {
    ref: deviceRef,
    name,
    playsSince: playsSince && local(playsSince),
    lastSeen: sinceWords(lastSeenAt, store.timeZone, { now }),
    signedIn: `${local(signedInAt)} by ${username}`,
    revoke: deviceConfirmations.linkTo(
      "revoke",
      { storeRef, deviceRef, storeId: store.id, storeName: store.storeName, id, name },
      pageContext,
    ),
  };
}

function shownUser(
  { id: userId, username, status, lastSignedInAt }: StoreDetail["users"][number],
  { store, storeRef, pageContext, now }: Page,
) {
  const userRef = pageContext.ids.encrypt("user", userId);
  // not in a session that staff opened as them
  const mayReset =
    managesPlayers(pageContext) && !pageContext.user.openedBy && status !== "inactive";
  const player = { storeRef, userRef, userId, username };
  return {
    ref: userRef,
    username,
    status,
    reset: mayReset ? playerConfirmations.linkTo("reset", player, pageContext) : null,
    signedIn: lastSignedInAt ? sinceWords(lastSignedInAt, store.timeZone, { now }) : null,
  };
}

function placeOf(store: StoreDetail, country: string) {
  const { deviceKind } = store;
  return {
    address: [store.addressLine, store.city, store.state, store.postalCode, country]
      .filter(Boolean)
      .join(", "),
    ...contactOf(store),
    device: [deviceKind && deviceWords[deviceKind], store.deviceSerial].filter(Boolean).join(", "),
  };
}

/**
 * Gives the open minutes of a weekday since its midnight, including the night of the day before.
 */
function barsOf(week: StoreDetail["week"], weekday: number): { from: number; to: number }[] {
  const own = week.find((day) => day.weekday === weekday);
  const before = week.find((day) => day.weekday === (weekday + 6) % 7);
  return [
    ...(before && before.closes > 1440 ? [{ from: 0, to: before.closes - 1440 }] : []),
    ...(own ? [{ from: own.opens, to: Math.min(own.closes, 1440) }] : []),
  ];
}

function licenceOf(
  { licenceName, licenceNumber, licenceFrom, licenceTo }: StoreDetail,
  today: string,
) {
  if (!licenceName && !licenceNumber && !licenceTo) return null;
  const daysLeft = licenceTo ? daysBetween(today, licenceTo) - 1 : undefined;
  const warning =
    daysLeft === undefined || daysLeft > soonDays
      ? null
      : daysLeft < 0
        ? { tone: "bad" as const, words: "Expired" }
        : {
            tone: "warn" as const,
            words:
              daysLeft === 0
                ? "Ends today"
                : `Ends in ${daysLeft} ${daysLeft === 1 ? "day" : "days"}`,
          };
  return {
    name: [licenceName, licenceNumber].filter(Boolean).join(" "),
    dates: [licenceFrom, licenceTo].map((date) => (date ? showDate(date) : "…")).join(" – "),
    warning,
  };
}
