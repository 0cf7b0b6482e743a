import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { claimPlayer } from "#contract/player/devices";
import { playerHome } from "~/features/player/paths";
import { answerInJson, toRival } from "~/features/player/player.server";
import { requirePlayer } from "~/lib/session/guard.server";

/**
 * Makes this browser the one that plays the store, and stores its credential. Says which device
 * plays instead, if another does.
 */
export async function action(args: ActionFunctionArgs) {
  const { api } = await requirePlayer(args);
  const { playerDevice } = args.context;
  const claim = claimPlayer.body
    .omit({ newCredential: true })
    .safeParse(await args.request.json().catch(() => undefined));
  if (!claim.success)
    return Response.json({ message: claim.error.issues[0]?.message }, { status: 422 });
  const { deviceId } = claim.data;
  return answerInJson(async () => {
    const { data } = await api.call(claimPlayer, {
      body: { ...claim.data, newCredential: !playerDevice.isOf(deviceId) },
    });
    if (data.credential) playerDevice.keep(deviceId, data.credential);
    return { plays: data.plays, rival: data.plays ? null : toRival(data.playing) };
  });
}

/** Leads a visit to the player. */
export async function loader(args: ActionFunctionArgs) {
  await requirePlayer(args);
  return redirect(playerHome);
}
