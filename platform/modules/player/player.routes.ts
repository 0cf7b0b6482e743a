import * as commands from "#contract/player/commands";
import * as devices from "#contract/player/devices";
import * as contract from "#contract/player/endpoints";
import { playerVersion } from "#contract/player/limits";
import { commandMinutes } from "#contract/player/words";
import { conditionsOf } from "../../files/serve-file.ts";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { answerCommand, askCommand, askCommands } from "./commands.service.ts";
import { claimPlayer, leavePlayer, revokeDevice } from "./devices.service.ts";
import { playOutsService } from "./play-outs.service.ts";
import { findScheduleVersion, mediaService, showSchedule } from "./player.service.ts";
import type { SignalStreams } from "./signals.service.ts";

export function playerRoutes(
  bind: Bind,
  services: Pick<Services, "files" | "playerPackageUrl"> & {
    signals: SignalStreams;
  },
) {
  const { showMedia } = mediaService(services);
  const { recordPlayOuts } = playOutsService();
  bind.versioned(
    contract.playerSchedule,
    (call, { query }) => findScheduleVersion(call, query.day),
    async (call, { query }) => ({ data: await showSchedule(call, query.day) }),
  );
  bind.file(contract.playerMedia, (call, { params, headers }) =>
    showMedia(call, {
      id: params.id,
      conditions: conditionsOf(headers),
    }),
  );
  bind.file(contract.streamSignals, async (call, { headers }) =>
    services.signals.openStream(call, headers["last-event-id"]),
  );
  bind.json(contract.reportPlayOuts, async (call, { body, headers }) => ({
    data: await recordPlayOuts(call, body, headers),
  }));
  bind.json(devices.claimPlayer, async (call, { body }) => ({
    data: await claimPlayer(call, body),
  }));
  bind.json(devices.leavePlayer, async (call, { headers }) => {
    await leavePlayer(call, headers);
    return { data: null };
  });
  bind.json(devices.revokeDevice, async (call, { query }) => {
    await revokeDevice(call, query);
    return { message: "Device revoked", data: null };
  });
  bind.json(commands.askCommand, async (call, { body }) => ({
    message: commandAsked,
    data: await askCommand(call, body),
  }));
  bind.json(commands.askCommands, async (call, { body }) => {
    const data = await askCommands(call, body);
    return { message: `Sent to ${call.figures.counted(data.sent, "store")}.`, data };
  });
  bind.json(commands.answerCommand, async (call, { params, body, headers }) => ({
    data: await answerCommand(call, params.id, body, headers),
  }));
  bind.json(contract.latestPlayerVersion, async () => ({
    data: { version: playerVersion, packageUrl: services.playerPackageUrl ?? null },
  }));
}

const commandAsked = `Sent. The player gets it within ${commandMinutes} minutes, or not at all.`;
