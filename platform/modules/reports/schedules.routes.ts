import * as contract from "#contract/reports/schedules";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { serveReportFile, showReportFile } from "./report-files.service.ts";
import {
  addSchedule,
  changeSchedule,
  listSchedules,
  removeSchedule,
  runSchedule,
  showSchedule,
} from "./schedules.service.ts";

/** Reports that are mailed to their owner as links (docs/decisions/scheduled-reports.md). */
export function reportScheduleRoutes(bind: Bind, services: Pick<Services, "files">) {
  bind.json(contract.listSchedules, async (call) => ({ data: await listSchedules(call) }));
  bind.json(contract.findSchedule, async (call, { params }) => ({
    data: await showSchedule(call, params.id),
  }));
  bind.json(contract.addSchedule, async (call, { body }) => {
    const data = await addSchedule(call, body);
    return {
      message:
        body.frequency === "once"
          ? `We will email you a link to “${data.name}” when it is ready`
          : `“${data.name}” scheduled`,
      data,
    };
  });
  bind.json(contract.changeSchedule, async (call, { body }) => {
    const data = await changeSchedule(call, body);
    return {
      message: `“${data.name}” ${{ active: "resumed", paused: "paused", saved: "saved" }[body.state ?? "saved"]}`,
      data,
    };
  });
  bind.json(contract.removeSchedule, async (call, { query }) => {
    const data = await removeSchedule(call, services, query.id);
    return { message: `“${data.name}” deleted`, data };
  });
  bind.json(contract.runSchedule, async (call, { params }) => {
    const data = await runSchedule(call, params.id);
    return { message: `We will email you a link to “${data.name}” when it is ready`, data };
  });
  bind.json(contract.findReportFile, async (call, { params }) => ({
    data: await showReportFile(call, params.fileId),
  }));
  bind.file(contract.downloadReportFile, (call, { params, headers }) =>
    serveReportFile(call, services, {
      id: params.fileId,
      range: headers.range,
      ifRange: headers["if-range"],
      ifNoneMatch: headers["if-none-match"],
    }),
  );
}
