import * as recipients from "#contract/reports/recipients";
import * as contract from "#contract/reports/schedules";
import { conditionsOf } from "../../files/serve-file.ts";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import {
  serveLinkedReport,
  setOutsideRule,
  showLinkedReport,
  showOutsideRule,
} from "./outside-links.service.ts";
import {
  saveRecipients,
  setReceived,
  showReceived,
  showRecipients,
  withdrawAddressLinks,
} from "./recipients.service.ts";
import { serveReportFile, showReportFile } from "./report-files.service.ts";
import {
  addSchedule,
  changeSchedule,
  listSchedules,
  removeSchedule,
  runSchedule,
  showSchedule,
} from "./schedules.service.ts";

/** Reports that are mailed as links (docs/decisions/scheduled-reports.md). */
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
      ...conditionsOf(headers),
    }),
  );
}

/** Their recipients besides their owner, and links for outside addresses. */
export function reportRecipientRoutes(bind: Bind, services: Pick<Services, "files">) {
  bind.json(recipients.listReceived, async (call) => ({ data: await showReceived(call) }));
  bind.json(recipients.findOutsideRule, async (call) => ({ data: await showOutsideRule(call) }));
  bind.json(recipients.changeOutsideRule, async (call, { body }) => {
    await setOutsideRule(call, body.isAllowed);
    return {
      message: body.isAllowed
        ? "Reports may be sent to outside addresses"
        : "Reports are no longer sent to outside addresses",
      data: null,
    };
  });
  bind.json(recipients.findRecipients, async (call, { params, query }) => ({
    data: await showRecipients(call, params.id, query.search),
  }));
  bind.json(recipients.changeRecipients, async (call, { params, body }) => {
    const data = await saveRecipients(call, params.id, body);
    return { message: `Recipients of “${data.name}” saved`, data };
  });
  bind.json(recipients.withdrawReportLinks, async (call, { params, query }) => {
    const data = await withdrawAddressLinks(call, params.id, query.address);
    return { message: "Links withdrawn. They no longer work", data };
  });
  bind.json(recipients.changeReceived, async (call, { params, body }) => {
    const data = await setReceived(call, params.id, body);
    return {
      message: body.receives
        ? `You receive “${data.name}” again`
        : `You no longer receive “${data.name}”`,
      data,
    };
  });
  bind.json(recipients.linkedReport, async (call, { params }) => ({
    data: await showLinkedReport(call, params.token),
  }));
  bind.file(recipients.downloadLinkedReport, (call, { params, headers }) =>
    serveLinkedReport(call, services, {
      token: params.token,
      ...conditionsOf(headers),
    }),
  );
}
