import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { answerCommand } from "#contract/player/commands";
import {
  DeviceHeaders,
  Heartbeat,
  playerHeartbeat,
  reportPlayOuts,
} from "#contract/player/endpoints";
import { reportSong } from "#contract/song-reports/endpoints";
import { playerHome } from "~/features/player/paths";
import { answerInJson, toRival } from "~/features/player/player.server";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { requirePlayer } from "~/lib/session/guard.server";

const Report = z.strictObject({
  heartbeat: Heartbeat.optional(),
  playOuts: reportPlayOuts.body.optional(),
  /** The outcomes of commands. */
  answers: z
    .array(answerCommand.body.extend({ id: answerCommand.params.shape.id }))
    .max(50)
    .optional(),
  /** Validated one by one, so that a bad one does not block the rest. */
  songReports: z.array(z.unknown()).max(50).optional(),
  /** The device that reports, as the platform's headers describe it. */
  device: DeviceHeaders.default({}),
});

/**
 * Passes on the player's heartbeat, plays, answers and song reports. The player keeps them until
 * they are answered with success.
 */
export async function action(args: ActionFunctionArgs) {
  const { api } = await requirePlayer(args);
  const report = Report.safeParse(await args.request.json().catch(() => undefined));
  if (!report.success)
    return Response.json({ message: report.error.issues[0]?.message }, { status: 422 });
  const { heartbeat, playOuts, answers = [], songReports = [], device: headers } = report.data;
  return answerInJson(async () => {
    const receipt = playOuts && (await api.call(reportPlayOuts, { body: playOuts, headers }));
    for (const { id, ...body } of answers)
      await api.call(answerCommand, { params: { id }, body, headers }).catch(forgetUnknown);
    for (const songReport of songReports) {
      const { data: body } = reportSong.body.safeParse(songReport);
      if (body) await api.call(reportSong, { body }).catch(forgetRefused);
    }
    const beat = heartbeat && (await api.call(playerHeartbeat, { body: heartbeat, headers })).data;
    return {
      ...(receipt && { receipt: receipt.data }),
      ...(beat && {
        at: Date.parse(beat.at),
        volume: beat.volume,
        plays: beat.plays,
        commands: beat.commands,
        rival: beat.plays ? null : toRival(beat.playing),
      }),
    };
  });
}

/** Ignores a command that the platform no longer has for this device; nobody awaits its answer. */
function forgetUnknown(error: unknown): void {
  if (!(error instanceof ApiRefusal && error.status === 404)) throw error;
}

/** Ignores a song report that the platform refuses, because it would refuse it every time. */
function forgetRefused(error: unknown): void {
  if (!(error instanceof ApiRefusal && error.status === 422)) throw error;
}

/** Leads a visit to the player. */
export async function loader(args: ActionFunctionArgs) {
  await requirePlayer(args);
  return redirect(playerHome);
}
