import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { timeIn } from "#contract/base/dates";
import type { Answer } from "#contract/base/endpoint";
import { messages } from "#contract/base/messages";
import { leavePlayer } from "#contract/player/devices";
import { type PlayingDevice, playerSchedule, type ScheduledItem } from "#contract/player/endpoints";
import { playerVersion } from "#contract/player/limits";
import { apiOfPlayer } from "~/lib/api/platform.server";
import { ApiFailure, ApiRefusal } from "~/lib/api/refusals.server";
import { load, type PlayerContext } from "~/lib/session/guard.server";
import { artOf } from "~/lib/songs/cover.server";
import { deviceName } from "~/lib/stores/device-name";
import { spotKinds } from "~/ui/day";
import type { Rival } from "./claim.client-safe";
import { playerHome, playerMediaPath } from "./paths";
import type { PlayerItem, PlayerSchedule } from "./player-item.client-safe";

/** Loads the store's published log for the page and its player. */
export async function loadPlayer({ api, user, imageBaseUrl }: PlayerContext) {
  const { data } = await load(() => api.call(playerSchedule, {}));
  return {
    storeId: data.storeId,
    storeName: data.storeName,
    storeCode: data.storeCode,
    contact: data.contact,
    version: playerVersion,
    person: user && [user.fname, user.lname].filter(Boolean).join(" "),
    schedule: toSchedule(data, { imageBaseUrl }),
  };
}

/** Gives the player the current log, or 304 if it already has it. */
export async function refreshSchedule(
  { api, imageBaseUrl }: PlayerContext,
  request: Request,
): Promise<Response> {
  const knownEtag = request.headers.get("If-None-Match");
  const answer = await load(() =>
    api.file(playerSchedule, { headers: knownEtag ? { "if-none-match": knownEtag } : {} }),
  );
  const headers = { ETag: answer.headers.get("ETag") ?? "" };
  if (answer.status === 304) return new Response(null, { status: 304, headers });
  const { data }: Answer<typeof playerSchedule> = await answer.json();
  return Response.json(toSchedule(data, { imageBaseUrl }), { headers });
}

type Pictures = Pick<PlayerContext, "imageBaseUrl">;

function toSchedule(
  { volume, skipsAnHour, rest, timeZone, at, days }: Answer<typeof playerSchedule>["data"],
  pictures: Pictures,
): PlayerSchedule {
  const toItem = itemIn(timeZone, pictures);
  const items = days.flatMap(({ day, items }) => items.map((item) => toItem(item, day)));
  const logIds = days.flatMap(({ logId }) => logId ?? []);
  return { at: Date.parse(at), timeZone, volume, skipsAnHour, rest, items, logIds };
}

/** Describes the device that plays the store instead of the one that asks. */
export const toRival = (playing: PlayingDevice | null): Rival | null =>
  playing && {
    name: deviceName(playing.userAgent),
    since: Date.parse(playing.since),
    seenAt: Date.parse(playing.lastSeenAt),
  };

/** Answers the page's script in JSON; a refusal of the platform keeps its status. */
export async function answerInJson(answer: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await answer());
  } catch (error) {
    if (error instanceof ApiRefusal)
      return Response.json({ message: error.message }, { status: error.status });
    if (error instanceof ApiFailure)
      return Response.json({ message: messages.serverError }, { status: error.status });
    throw error;
  }
}

/**
 * Signs this browser's player out, so that another may play. If that fails, shows why and leads
 * back to the player, still signed in.
 */
export async function signOutDevice({
  request,
  context,
}: ActionFunctionArgs): Promise<Response | undefined> {
  const { playerDevice, session } = context;
  const { credential } = playerDevice;
  if (credential === undefined) return undefined;
  try {
    await apiOfPlayer(context, request, credential).call(leavePlayer, {});
  } catch (error) {
    if (error instanceof ApiFailure) {
      session.flash("error", error.message);
      return redirect(playerHome);
    }
    if (!(error instanceof Response || error instanceof ApiRefusal)) throw error;
  }
  playerDevice.forget();
  return undefined;
}

/** Gives the cover of a song or spot; a log stored before it had covers has none for songs. */
function artOfItem(pictures: Pictures, { kind, cover }: Pick<ScheduledItem, "kind" | "cover">) {
  if (kind !== "MUSIC") return spotKinds[kind];
  return cover ? artOf(pictures, cover) : undefined;
}

const itemIn =
  (timeZone: string, pictures: Pictures) =>
  (
    {
      itemId,
      kind,
      startsAt,
      durationSeconds,
      cueInSeconds,
      cueOutSeconds,
      title,
      artist,
      cover,
      mediaId,
    }: ScheduledItem,
    day: string,
  ): PlayerItem => ({
    itemId,
    kind,
    startsAt: Date.parse(startsAt),
    day,
    time: timeIn(timeZone, new Date(startsAt)),
    seconds: durationSeconds,
    cueIn: cueInSeconds,
    cueOut: cueOutSeconds,
    title,
    artist,
    art: artOfItem(pictures, { kind, cover }),
    src: mediaId && playerMediaPath + mediaId,
  });
