import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { messages } from "#contract/base/messages";
import { Heartbeat, playerHeartbeat, reportPlayOuts } from "#contract/player/endpoints";
import { playerHome } from "~/features/player/paths";
import { requireGrant } from "~/lib/guard.server";
import { ApiFailure, ApiRefusal } from "~/lib/platform.server";

const Report = z.strictObject({ heartbeat: Heartbeat.optional(), playOuts: reportPlayOuts.body.optional() });

/** What the player in the page tells: that it is alive, and what was played. It keeps what is not answered with success. */
export async function action(args: ActionFunctionArgs) {
  const { api } = await requireGrant(args, "player");
  const report = Report.safeParse(await args.request.json().catch(() => undefined));
  if (!report.success) return Response.json({ message: report.error.issues[0]?.message }, { status: 422 });
  const { heartbeat, playOuts } = report.data;
  try {
    const beat = heartbeat && (await api.call(playerHeartbeat, { body: heartbeat }));
    const receipt = playOuts && (await api.call(reportPlayOuts, { body: playOuts }));
    return Response.json({ ...(beat && { at: Date.parse(beat.data.at) }), ...(receipt && { receipt: receipt.data }) });
  } catch (error) {
    if (error instanceof ApiRefusal) return Response.json({ message: error.message }, { status: error.status });
    if (error instanceof ApiFailure) return Response.json({ message: messages.serverError }, { status: error.status });
    throw error;
  }
}

/** Nothing to read here. */
export async function loader(args: ActionFunctionArgs) {
  await requireGrant(args, "player");
  return redirect(playerHome);
}
