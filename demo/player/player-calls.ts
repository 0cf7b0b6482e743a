import { answerCommand } from "#contract/player/commands";
import type { Claim } from "#contract/player/devices";
import { claimPlayer } from "#contract/player/devices";
import {
  type Heartbeat,
  type PlayerCommand,
  type PlayerSchedule,
  type PlayOut,
  type PlayOutReceipt,
  playerHeartbeat,
  playerMedia,
  playerSchedule,
  reportPlayOuts,
} from "#contract/player/endpoints";
import { playerVersion } from "#contract/player/limits";
import { signIn, type Tokens } from "#contract/session/endpoints";

type DeviceAccess = { url: string; deviceId: string; credential: string };
/**
 * `clock` is what the device's own clock shows, ISO 8601; left out by one that has none of its own.
 */
type PlayReport = { plays: PlayOut[]; clock?: string | undefined };

const userAgent = `Fever command-line player ${playerVersion}`;

/**
 * Signs a device in as a store's manager and makes it the one that plays: the credential by which
 * it makes its calls.
 */
export async function signInDevice(
  { url, deviceId }: Omit<DeviceAccess, "credential">,
  person: { username: string; password: string },
) {
  const { accessToken } = await ask<Tokens>(url, signIn, { body: person });
  const claim = await ask<Claim>(url, claimPlayer, {
    body: { deviceId, takeOver: true, newCredential: true },
    token: accessToken,
  });
  if (!claim.credential) throw new Error(`${person.username} was given no credential`);
  return claim.credential;
}

/** The platform could not be reached, or had no time: a player asks again later. */
export class PlatformUnreachableError extends Error {}

/**
 * The calls of a store's player, and no others of the platform. They throw what the platform
 * refuses, and Unreachable.
 */
export function playerCalls({ url, deviceId, credential: token }: DeviceAccess) {
  return {
    schedule: () => ask<PlayerSchedule>(url, playerSchedule, { token }),
    /** Loads a file whole; false where the platform has none. */
    async load(mediaId: string): Promise<boolean> {
      const response = await send(
        url,
        { ...playerMedia, path: playerMedia.path.replace("{id}", mediaId) },
        { token },
      );
      if (response.ok) await response.body?.pipeTo(new WritableStream());
      else await response.body?.cancel();
      if (!response.ok && response.status !== 404)
        throw new Error(`${mediaId}: ${response.status}`);
      return response.ok;
    },
    beat: (body: Omit<Heartbeat, "version">) =>
      ask<{ volume: number; plays: boolean; commands: PlayerCommand[] }>(url, playerHeartbeat, {
        token,
        deviceId,
        body: { ...body, version: playerVersion },
      }),
    answer: (id: number) =>
      ask(
        url,
        { ...answerCommand, path: answerCommand.path.replace("{id}", String(id)) },
        { token, deviceId, body: { outcome: "done" } },
      ),
    report: ({ plays, clock }: PlayReport) =>
      ask<PlayOutReceipt>(url, reportPlayOuts, {
        token,
        deviceId,
        clock,
        body: plays,
        isStreamed: true,
      }),
  };
}
export type PlayerCalls = ReturnType<typeof playerCalls>;

type RequestLine = { method: string; path: string };
type RequestOptions = {
  body?: unknown;
  token?: string;
  deviceId?: string;
  clock?: string | undefined;
  isStreamed?: boolean;
};

async function ask<Data>(url: string, called: RequestLine, options: RequestOptions): Promise<Data> {
  const response = await send(url, called, options);
  const { message, data }: { message: string; data: Data } = await response.json();
  if (!response.ok)
    throw new Error(`${called.method} ${called.path}: ${response.status} ${message}`);
  return data;
}

async function send(
  url: string,
  { method, path }: RequestLine,
  { body, token, deviceId, clock, isStreamed }: RequestOptions,
): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(new URL(`/api${path}`, url), {
    method: method.toUpperCase(),
    headers: {
      "User-Agent": userAgent,
      ...(text !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(deviceId !== undefined && { "Device-Id": deviceId }),
      ...(clock !== undefined && { "Device-Clock": clock }),
    },
    // a player that does not know the length of its report yet sends it in chunks
    ...(text !== undefined &&
      (isStreamed ? { body: inChunks(text), duplex: "half" } : { body: text })),
  } as RequestInit).catch((error: unknown) => {
    throw new PlatformUnreachableError(`${method} ${path}: no answer`, { cause: error });
  });
  if (response.status === 429 || response.status >= 500)
    throw new PlatformUnreachableError(`${method} ${path}: ${response.status}`);
  return response;
}

const chunkBytes = 1024;

function inChunks(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, n) =>
    bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes),
  );
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}
