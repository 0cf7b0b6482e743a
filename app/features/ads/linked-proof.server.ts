import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  exportLinkedProof,
  linkedProof,
  linkedProofLogo,
  linkedProofPdf,
} from "#contract/ads/proof";
import { figuresOf } from "#contract/base/country-figures";
import { dateIn, showDate } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { passFile } from "~/lib/api/download.server";
import { apiFor } from "~/lib/api/platform.server";
import { nullIfGone } from "~/lib/api/refusals.server";
import { addUnlistedHeaders, unlistedHeaders } from "~/lib/pages/unlisted.server";
import { load } from "~/lib/session/guard.server";
import { linkedFilePath } from "./paths";
import { showProof } from "./proof.server";
import { proofTexts as texts } from "./proof-words";

/** Loads the proof of play behind a link; null with 404 if the link is unknown or has expired. */
export async function loadLinkedProof({ request, context, params }: LoaderFunctionArgs) {
  const { token = "" } = params;
  const reply = await load(() =>
    apiFor(context, request).call(linkedProof, { params: { token } }).catch(nullIfGone),
  );
  if (!reply) return data(null, { status: 404, headers: unlistedHeaders });
  const { expiresAt, timeZone, hasLogo } = reply.data;
  const page = {
    ...showProof(reply.data, figuresOf(reply.data.country)),
    logo: hasLogo ? linkedFilePath(token, "logo") : null,
    files: [
      { label: "PDF", to: linkedFilePath(token, "pdf") },
      { label: "CSV", to: linkedFilePath(token, "csv") },
      { label: "Excel", to: linkedFilePath(token, "xlsx") },
    ],
    expires: texts.opensUntil(showDate(dateIn(timeZone, new Date(expiresAt)))),
  };
  return data(page, { headers: unlistedHeaders });
}

/** Passes on a file of the proof of play behind a link. Throws 404 for an unknown file. */
export async function passLinkedFile(args: LoaderFunctionArgs): Promise<Response> {
  return addUnlistedHeaders(passFile(await load(() => fileOf(args))));
}

function fileOf({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const { token = "", file } = params;
  const { file: ask } = apiFor(context, request);
  const input = { params: { token } };
  if (file === "pdf") return ask(linkedProofPdf, input);
  if (file === "logo") return ask(linkedProofLogo, input);
  if (file === "csv" || file === "xlsx")
    return ask(exportLinkedProof, { ...input, query: { format: file } });
  throw Response.json({ message: messages.notFound }, { status: 404 });
}
