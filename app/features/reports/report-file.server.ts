import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { messages } from "#contract/base/messages";
import { findReportFile } from "#contract/reports/schedules";
import { readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { sizeInWords } from "~/lib/words/file-size";
import { reportFilePath, schedulePath } from "./paths";
import { saveReceived } from "./recipients.server";
import { daysInWords, formatInstantIn, formatLabels } from "./schedules.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

function readFileId({ params }: Args): string {
  const read = findReportFile.params.safeParse({ fileId: params.file });
  if (!read.success) throw Response.json({ message: messages.notFound }, { status: 404 });
  return read.data.fileId;
}

const findFile = async (args: Args, { api }: PageContext) =>
  (await load(() => api.call(findReportFile, { params: { fileId: readFileId(args) } }))).data;

/** Loads the report file that an email links to. */
export async function loadReportFile(args: LoaderFunctionArgs, pageContext: PageContext) {
  const data = await findFile(args, pageContext);
  const { name, report, from, to, format, bytes, madeAt, expiresAt, timeZone, closed } = data;
  const at = formatInstantIn(timeZone);
  return {
    fileId: readFileId(args),
    name,
    report,
    closed,
    days: daysInWords(from, to),
    format: formatLabels[format],
    size: sizeInWords(bytes, pageContext.figures),
    createdAt: at(madeAt),
    until: at(expiresAt),
    sender: data.sender,
    scheduleTo: data.sender
      ? null
      : schedulePath(pageContext.ids.encrypt("report-schedule", data.scheduleId)),
  };
}

/** Stops or resumes the emails of the schedule whose file is open. */
export async function saveReceivedOfFile(args: ActionFunctionArgs, pageContext: PageContext) {
  const { scheduleId: id } = await findFile(args, pageContext);
  const form = await readForm(args.request, z.looseObject({}));
  return saveReceived(args, pageContext, { id, form, path: reportFilePath(readFileId(args)) });
}
