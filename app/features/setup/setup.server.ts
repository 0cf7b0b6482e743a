import type { AppLoadContext } from "@remix-run/node";
import { setupState } from "#contract/setup/endpoints";
import { ApiFailure, apiFor } from "~/lib/platform.server";

type Args = { request: Request; context: AppLoadContext };

/** Reads whether the server is set up, and whether a link's token can still set it up. */
export const readSetupState = async ({ request, context }: Args, token = "") =>
  (await apiFor(context, request).call(setupState, { query: { token } })).data;

/** For the sign-in page, which must also open while the platform does not answer: false then. */
export async function isNotSetUp(args: Args): Promise<boolean> {
  try {
    return !(await readSetupState(args)).done;
  } catch (error) {
    if (error instanceof ApiFailure) return false;
    throw error;
  }
}
