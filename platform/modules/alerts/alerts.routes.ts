import * as contract from "#contract/alerts/endpoints";
import * as helpCalls from "#contract/alerts/help-calls";
import * as settings from "#contract/alerts/settings";
import * as shift from "#contract/alerts/shift";
import * as wall from "#contract/alerts/wall";
import * as wallCities from "#contract/alerts/wall-cities";
import type { AlertAct } from "#contract/alerts/words";
import { conditionsOf } from "../../files/serve-file.ts";
import { onlyFile } from "../../files/uploaded-file.ts";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import type { FileKeeper } from "../files/index.ts";
import type { SignalStreams } from "../player/index.ts";
import { changeSettings, listSettingUnits, showSettings } from "./alert-settings.service.ts";
import { acknowledgeAlerts, changeAlert, listAlerts, showAlert } from "./alerts.service.ts";
import { addVoiceNote, callForHelp, showVoiceNote } from "./help-calls.service.ts";
import {
  describeHandOver,
  handOverShift,
  handOverShiftOfAll,
  showShift,
  showShiftOfAll,
} from "./shift.service.ts";
import { changeAlerts, listOwners, listWall, listWallOfAll } from "./wall.service.ts";
import { wallCitiesService } from "./wall-cities.service.ts";

type Needs = Pick<Services, "emails" | "logger"> & { signals: SignalStreams; keeper: FileKeeper };

export function alertRoutes(bind: Bind, { signals, emails, keeper, logger }: Needs) {
  const { listWallCities, listWallCitiesOfAll } = wallCitiesService();
  bind.json(contract.listAlerts, (call, { query }) => listAlerts(call, query));
  bind.json(wall.showWall, (call, { query: { companyId: _, ...query } }) => listWall(call, query));
  bind.json(wall.showWallOfAll, (call, { query }) => listWallOfAll(call, query));
  bind.json(wallCities.listWallCities, async (call) => ({ data: await listWallCities(call) }));
  bind.json(wallCities.listWallCitiesOfAll, async (call, { query }) => ({
    data: await listWallCitiesOfAll(call, query),
  }));
  bind.file(wall.streamAlertSignals, async (call, { headers }) =>
    signals.openWallStream(call, headers["last-event-id"]),
  );
  bind.json(shift.showShift, async (call, { query }) => ({ data: await showShift(call, query) }));
  bind.json(shift.showShiftOfAll, async (call, { query }) => ({
    data: await showShiftOfAll(call, query),
  }));
  bind.json(shift.handOverShift, async (call, { body }) => {
    const data = await handOverShift({ ...call, emails }, body);
    return { message: describeHandOver(call, data), data };
  });
  bind.json(shift.handOverShiftOfAll, async (call, { body }) => {
    const data = await handOverShiftOfAll({ ...call, emails }, body);
    return { message: describeHandOver(call, data), data };
  });
  bind.json(wall.changeAlerts, async (call, { body }) => {
    const data = await changeAlerts(call, body);
    const done = `${call.figures.counted(data.changed, "alert")} ${actWords[body.act]}.`;
    return { message: [done, ...data.left.map(({ words }) => words)].join(" "), data };
  });
  bind.json(wall.listAlertOwners, async (call, { params }) => ({
    data: await listOwners(call, params.id),
  }));
  helpCallRoutes(bind, { keeper, logger });
  bind.json(contract.findAlert, async (call, { params }) => ({
    data: await showAlert(call, params.id),
  }));
  bind.json(contract.changeAlert, async (call, { params, body }) => ({
    message: body.acknowledged ? "Alert acknowledged" : "Acknowledgement removed",
    data: await changeAlert(call, params.id, body),
  }));
  bind.json(contract.acknowledgeAlerts, async (call, { body }) => {
    const data = await acknowledgeAlerts(call, body);
    return { message: `${call.figures.counted(data.acknowledged, "alert")} acknowledged`, data };
  });
  bind.json(settings.findAlertSettings, async (call, { query: { companyId: _, ...unit } }) => ({
    data: await showSettings(call, unit),
  }));
  bind.json(settings.listAlertSettingUnits, async (call, { query }) => ({
    data: await listSettingUnits(call, query),
  }));
  bind.json(settings.changeAlertSettings, async (call, { body }) => ({
    message: "Alert settings saved",
    data: await changeSettings(call, body),
  }));
}

function helpCallRoutes(bind: Bind, { keeper, logger }: Pick<Needs, "keeper" | "logger">) {
  bind.json(helpCalls.callForHelp, async (call, { body }) => ({
    message: "Your call for help has arrived.",
    data: await callForHelp(call, body),
  }));
  bind.json(helpCalls.addVoiceNote, async (call, { files }) => ({
    message: "Your voice note has arrived.",
    data: await addVoiceNote({ ...call, keeper, logger }, onlyFile(files)),
  }));
  bind.file(helpCalls.playVoiceNote, (call, { params, headers }) =>
    showVoiceNote(call, keeper, {
      id: params.id,
      conditions: conditionsOf(headers),
    }),
  );
}

const actWords: Record<AlertAct, string> = {
  take: "taken",
  release: "released",
  "hand-over": "handed over",
  snooze: "put off",
  note: "noted",
  close: "closed",
};
