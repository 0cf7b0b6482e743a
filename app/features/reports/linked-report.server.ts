import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { figuresOf } from "#contract/base/country-figures";
import { dateIn, showDate } from "#contract/base/dates";
import { downloadLinkedReport, linkedReport } from "#contract/reports/recipients";
import { passRanges } from "~/lib/api/download.server";
import { apiFor } from "~/lib/api/platform.server";
import { nullIfGone } from "~/lib/api/refusals.server";
import { addUnlistedHeaders, unlistedHeaders } from "~/lib/pages/unlisted.server";
import { load } from "~/lib/session/guard.server";
import { sizeInWords } from "~/lib/words/file-size";
import { linkedReportFilePath } from "./paths";
import { linkedReportTexts as texts } from "./recipient-texts";
import { daysInWords, formatLabels } from "./schedules.server";

/** Loads the report behind a link; null with 404 if the link is unknown or has expired. */
export async function loadLinkedReport({ request, context, params }: LoaderFunctionArgs) {
  const { token = "" } = params;
  const reply = await load(() =>
    apiFor(context, request).call(linkedReport, { params: { token } }).catch(nullIfGone),
  );
  if (!reply) return data(null, { status: 404, headers: unlistedHeaders });
  const { name, report, sender, company, country, from, to, format, bytes, ...link } = reply.data;
  const page = {
    name,
    company,
    report,
    days: daysInWords(from, to),
    sentBy: texts.sentBy(sender, company),
    file: `${formatLabels[format]}, ${sizeInWords(bytes, figuresOf(country))}`,
    download: linkedReportFilePath(token),
    expires: texts.opensUntil(showDate(dateIn(link.timeZone, new Date(link.expiresAt)))),
  };
  return data(page, { headers: unlistedHeaders });
}

/** Passes on the file behind a link. */
export async function passLinkedReport({ request, context, params }: LoaderFunctionArgs) {
  const { token = "" } = params;
  const { file } = apiFor(context, request);
  return addUnlistedHeaders(
    await load(() =>
      passRanges(request, (headers) => file(downloadLinkedReport, { params: { token }, headers })),
    ),
  );
}
