import {
  dateIn,
  daysBetween,
  showDate,
  showInstant,
  showLength,
  timeIn,
} from "#contract/base/dates";
import { locationPath } from "#contract/base/location-path";
import { mayOpen } from "#contract/base/roles";
import { countries } from "#contract/places/endpoints";
import { unverifiedWords } from "#contract/player/words";
import { findStore, type StoreDetail, storeSchedule } from "#contract/stores/endpoints";
import { clockOf, hoursWords, weekdayNames, weekFromMonday } from "#contract/stores/words";
import { dayPath } from "~/features/schedule/paths";
import { deviceName } from "~/lib/device-name";
import { type Guarded, levelsOf, load } from "~/lib/guard.server";
import { withNames } from "~/lib/people.server";
import { sinceWords, storeState } from "~/lib/store-state";
import { withMembers } from "~/ui/frame/address";
import { shownCommands } from "./commands.server";
import { oneStore, storeConfirmations } from "./confirmations.server";
import { deviceConfirmations } from "./device-confirmations.server";
import { storePath } from "./paths";
import { playerConfirmations } from "./player-confirmations.server";
import { deviceWords } from "./store-words";
import { storeTexts, troubleSteps } from "./texts";

/** A licence that ends within this many days is shown as ending soon. */
const soonDays = 30;

/** Conditions in which the player reports to the platform. */
const heardConditions = ["online", "silent", "low-volume"];

/**
 * Loads a store's page: status, days, hours, players, latest play-outs and details. Throws 404 if
 * the person may not see it.
 */
export async function loadStoreDetail(ref: string | undefined, guarded: Guarded) {
  const { api, ids, person, user, figures } = guarded;
  const managesPlayers = levelsOf(guarded).includes("store");
  const mayReset = managesPlayers && !user.openedBy; // not in a session that staff opened as them
  const id = ids.decrypt("store", ref);
  const [{ data: store }, { data: schedule }, { data: places }] = await load(() =>
    Promise.all([
      api.call(findStore, { query: { id } }),
      api.call(storeSchedule, { query: { storeId: id } }),
      api.call(countries, {}),
    ]),
  );
  const country = places.find((one) => one.id === store.country)?.countryName ?? store.country;
  const now = { now: new Date() };
  const today = dateIn(store.timeZone, now.now);
  const local = (at: string) => showInstant(new Date(at), store.timeZone);
  return {
    storeRef: ids.encrypt("store", store.id), // a prop cannot be called ref
    name: store.storeName,
    code: store.storeCode,
    unit: locationPath(store.regionName, store.zoneName, store.groupName),
    turn: storeConfirmations.linkTo(
      store.status === "active" ? "deactivate" : "activate",
      oneStore(storePath(ids.encrypt("store", store.id)), store),
      guarded,
    ),
    state: storeState(store, now),
    clock: `${timeIn(store.timeZone, now.now)} (${store.timeZone})`,
    facts: {
      since: `${store.status === "active" ? "Active" : "Inactive"} since ${showDate(dateIn(store.timeZone, new Date(store.statusSince)))}`,
      lastSeen: store.lastSeenAt ? sinceWords(store.lastSeenAt, store.timeZone, now) : "Never",
      lastPlayed: store.lastPlayedAt
        ? sinceWords(store.lastPlayedAt, store.timeZone, now)
        : "Never",
      volume: storeTexts.volumeNow(store.volume, store.setVolume),
      playsToday: figures.figure(store.playsToday),
      receivedToday: figures.figure(store.receivedToday),
      playerVersion: store.playerVersion,
      storedUntil: store.storedUntil && local(store.storedUntil),
      playerLogs: store.playerLogs && {
        areNewest: store.playerLogs.areNewest,
        // a player that does not report fetches no log
        areAwaited: !store.playerLogs.areNewest && heardConditions.includes(store.condition),
        words: store.playerLogs.areNewest
          ? storeTexts.newestLog(sinceWords(store.playerLogs.since, store.timeZone, now))
          : storeTexts.olderLog,
      },
    },
    days: schedule.days.map(({ day, state, log, note, ...hours }) => ({
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
        store.groupId !== null && mayOpen(person, "PREVIEW")
          ? withMembers(dayPath, {
              groupId: ids.encrypt("group", store.groupId),
              storeId: ids.encrypt("store", store.id),
              day,
            })
          : null,
    })),
    week: weekFromMonday.map((weekday) => {
      const hours = store.week.find((day) => day.weekday === weekday);
      return {
        weekday: weekdayNames[weekday] ?? "",
        words: hoursWords(hours),
        bars: barsOf(store.week, weekday),
      };
    }),
    exceptions: store.exceptions
      .filter(({ day }) => day >= today)
      .map(({ day, note, ...hours }) => ({ day: showDate(day), hours: hoursWords(hours), note })),
    devices: store.devices.map((device) => ({
      ref: ids.encrypt("device", device.id),
      name: deviceName(device.userAgent),
      playsSince: device.playsSince && local(device.playsSince),
      lastSeen: sinceWords(device.lastSeenAt, store.timeZone, now),
      signedIn: `${local(device.signedInAt)} by ${device.username}`,
      revoke: deviceConfirmations.linkTo(
        "revoke",
        {
          storeRef: ids.encrypt("store", store.id),
          deviceRef: ids.encrypt("device", device.id),
          storeId: store.id,
          storeName: store.storeName,
          id: device.id,
          name: deviceName(device.userAgent),
        },
        guarded,
      ),
    })),
    commands: shownCommands(
      { ...store, commands: await withNames(guarded, store.commands, "askedBy") },
      local,
    ),
    managesPlayers,
    users: store.users.map(({ id: userId, username, status, lastSignedInAt }) => ({
      ref: ids.encrypt("user", userId),
      username,
      status,
      reset:
        mayReset && status !== "inactive"
          ? playerConfirmations.linkTo(
              "reset",
              {
                storeRef: ids.encrypt("store", store.id),
                userRef: ids.encrypt("user", userId),
                userId,
                username,
              },
              guarded,
            )
          : null,
      signedIn: lastSignedInAt ? sinceWords(lastSignedInAt, store.timeZone, now) : null,
    })),
    plays: store.plays.map(({ startedAt, seconds, reason, ...play }) => ({
      ...play,
      at: local(startedAt),
      length: showLength(seconds),
      unverified: reason && unverifiedWords[reason],
    })),
    trouble: troubleSteps[store.condition] ?? null,
    place: {
      address: [store.addressLine, store.city, store.state, store.postalCode, country]
        .filter(Boolean)
        .join(", "),
      contact: store.contactName,
      phone: store.phone && `+${store.phoneCountryCode ?? "91"} ${store.phone}`,
      email: store.email,
      device: [store.deviceKind && deviceWords[store.deviceKind], store.deviceSerial]
        .filter(Boolean)
        .join(", "),
    },
    licence: licenceOf(store, today),
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
