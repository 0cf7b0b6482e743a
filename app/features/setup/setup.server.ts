import type { AppLoadContext } from "@remix-run/node";
import { setupState } from "#contract/setup/endpoints";
import { apiFor } from "~/lib/api/platform.server";
import { ApiFailure } from "~/lib/api/refusals.server";

type Args = { request: Request; context: AppLoadContext };

/**
 * Reads whether the server is set up, and whether a link's token can still set it up; undefined
 * while the platform does not answer.
 */
export async function readSetupState({ request, context }: Args, token = "") {
  try {
    return (await apiFor(context, request).call(setupState, { query: { token } })).data;
  } catch (error) {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  }
}
