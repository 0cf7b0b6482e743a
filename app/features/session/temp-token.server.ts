import type { AppLoadContext } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { isRole } from "#contract/base/roles";
import { validateTempToken } from "#contract/session/credentials";
import { type SignInResult, signOut, type Tokens } from "#contract/session/endpoints";
import { type Me, me } from "#contract/users/me";
import { apiFor } from "~/lib/api/platform.server";
import { ApiFailure, ApiRefusal } from "~/lib/api/refusals.server";
import { landingPath } from "~/lib/session/guard.server";
import { secondStepPath } from "./paths";

type Args = { request: Request; context: AppLoadContext };

/**
 * Signs in by a temp token (spec sections 4, 5 and 8): validates it, fetches the user's details
 * and gives the address to go to: home by role, or /login with the server's message. Replaces and
 * ends an earlier session.
 */
export async function signInByTempToken(args: Args, tempToken: string): Promise<string> {
  const { session } = args.context;
  const before = session.tokens;
  try {
    const signedIn = await validate(args, tempToken);
    if ("challenge" in signedIn) {
      session.awaitSecondStep(signedIn);
      if (before) await endQuietly(args, before);
      return secondStepPath;
    }
    session.signIn(signedIn);
    const path = landingPath(args.context, await fetchDetails(args));
    if (before) await endQuietly(args, before);
    return path;
  } catch (error) {
    if (
      !(
        error instanceof ApiRefusal ||
        error instanceof ApiFailure ||
        error instanceof UnusableAnswerError
      )
    )
      throw error;
    session.flash("error", error.message);
    return "/login";
  }
}

/** The platform accepted the token, but its answer cannot be used. */
class UnusableAnswerError extends Error {}

async function validate({ request, context }: Args, tempToken: string): Promise<SignInResult> {
  const { message, data } = await apiFor(context, request).call(validateTempToken, {
    query: { tempToken },
  });
  if (data && "challenge" in data) return data;
  if (!data?.accessToken || !data.refreshToken)
    throw new UnusableAnswerError(messages.invalidToken);
  if (message !== messages.tempTokenValid) throw new UnusableAnswerError(message);
  return data;
}

async function fetchDetails({ request, context }: Args): Promise<Me> {
  try {
    const { data } = await apiFor(context, request).call(me, {});
    if (!isRole(data?.role?.roleIdentifier)) throw new UnusableAnswerError(messages.invalidToken);
    return data;
  } catch (error) {
    context.session.signOut();
    throw error;
  }
}

/**
 * Ends the browser's earlier session, which nobody uses now. If that fails, the new sign-in still
 * succeeds.
 */
async function endQuietly({ request, context }: Args, { accessToken }: Tokens): Promise<void> {
  await apiFor(context, request)
    .call(signOut, { headers: { authorization: `Bearer ${accessToken}` } })
    .catch(() => undefined);
}
