import type { AppLoadContext } from "@remix-run/node";
import { playerSchedule } from "#contract/player/endpoints";
import { me } from "#contract/users/me";
import { apiFor, apiOfPlayer } from "./platform.server";
import { ApiFailure, ApiRefusal } from "./refusals.server";

/**
 * Asks the platform for whom a session ("company/user") or a player's device ("player/store")
 * speaks, before anything of a request is stored. Undefined for one that is over, or if the platform
 * does not answer.
 */
export async function proveSession(
  context: Pick<AppLoadContext, "session" | "playerDevice" | "platform" | "requestId">,
  request: Request,
): Promise<string | undefined> {
  const sessionRequest = new Request(request.url, {
    headers: { "User-Agent": request.headers.get("User-Agent") ?? "" },
    signal: request.signal,
  });
  const visit = context as AppLoadContext;
  const { credential } = context.playerDevice;
  const person =
    context.session.tokens &&
    (await unlessRefused(async () => {
      const { data } = await apiFor(visit, sessionRequest).call(me, {});
      return `${data.companyId}/${data.id}`;
    }));
  if (person !== undefined || credential === undefined) return person;
  return unlessRefused(async () => {
    const { data } = await apiOfPlayer(visit, sessionRequest, credential).call(playerSchedule, {});
    return `player/${data.storeId}`;
  });
}

async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response || error instanceof ApiRefusal || error instanceof ApiFailure)
      return undefined;
    throw error;
  }
}
