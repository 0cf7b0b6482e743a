import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import * as field from "#contract/base/fields";
import { loadOpenApi } from "~/lib/api/platform.server";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { answerOf, type Call, readCalls, wordsOf } from "./open-api";
import { apiReferencePath } from "./paths";
import { apiReferenceTexts } from "./texts";

const Filters = z.object({ area: z.string().max(60).optional(), search: field.search.optional() });
/** The most calls that a search shows; an area shows all of its calls. */
const mostFound = 40;

/** The reference as last read; refreshed by its ETag. */
let cachedReference: { etag: string; calls: Call[] } | undefined;

async function loadCalls({ context, request }: LoaderFunctionArgs): Promise<Call[]> {
  const changed = await loadOpenApi(context, request, cachedReference?.etag);
  if (changed) cachedReference = { etag: changed.etag, calls: readCalls(changed.text) };
  return cachedReference?.calls ?? [];
}

export async function loadApiReference(args: LoaderFunctionArgs, { figures }: PageContext) {
  const { area, search } = readQuery(args.request, Filters);
  const calls = await load(() => loadCalls(args));
  const areas = new Map<string, number>();
  for (const call of calls) areas.set(call.area, (areas.get(call.area) ?? 0) + 1);
  const words = (search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const matches = calls.filter(
    (call) => (!area || call.area === area) && words.every((word) => textOf(call).includes(word)),
  );
  const isChosen = Boolean(area || words.length > 0);
  const most = words.length > 0 ? mostFound : matches.length;
  const { publicUrl } = args.context;
  return {
    filters: { area: area ?? "", search: search ?? "" },
    active: [area, search].filter(Boolean).length,
    baseUrl: publicUrl,
    areas: [...areas].map(([name, count]) => ({
      name,
      label: labelOf(name),
      to: withMembers(apiReferencePath, { area: name }),
      calls: figures.counted(count, "call", "calls"),
    })),
    calls: isChosen ? matches.slice(0, most).map((call) => shownCall(call, publicUrl)) : null,
    more:
      isChosen && matches.length > most
        ? apiReferenceTexts.more(figures.figure(matches.length - most))
        : null,
  };
}

const labelOf = (area: string) => area.charAt(0).toUpperCase() + area.slice(1);
const textOf = ({ method, path, summary, area }: Call) =>
  `${method} ${path} ${summary} ${area}`.toLowerCase();

function shownCall(call: Call, baseUrl: string) {
  const { operationId, method, path, summary, parameters, requestBody } = call;
  const isEvent = method === "EVENT";
  const [media = ""] = Object.keys(requestBody?.content ?? {});
  const example = requestBody?.content["application/json"]?.example;
  const body = example === undefined ? null : JSON.stringify(example, null, 2);
  return {
    id: operationId,
    method,
    path,
    title: summary || path,
    body,
    who: isEvent ? apiReferenceTexts.event : whoOf(call),
    files: media.startsWith("multipart/"),
    parameters: parameters.map(({ name, in: place, required, schema, example }) => ({
      key: `${place} ${name}`,
      name,
      place,
      need: required ? "required" : "optional",
      words: wordsOf(schema),
      example: example === undefined ? "" : String(example),
    })),
    curl: isEvent ? null : curlOf(call, baseUrl, media, body),
    answer: answerOf(call) ?? null,
  };
}

/** Names the token scopes that open a call; each of them suffices. */
function whoOf({ security }: Call): string {
  if (security.length === 0) return apiReferenceTexts.anyone;
  const scopes = security.find((one) => "apiToken" in one)?.apiToken;
  if (!scopes) return apiReferenceTexts.session;
  return scopes.length === 0 ? apiReferenceTexts.anyToken : scopes.join(", ");
}

function curlOf(
  { method, path, parameters, security }: Call,
  baseUrl: string,
  media: string,
  body: string | null,
): string {
  const examplesIn = (place: string) =>
    parameters.filter((one) => one.in === place && one.required && one.example !== undefined);
  const filled = examplesIn("path").reduce(
    (all, { name, example }) => all.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  );
  const query = new URLSearchParams(
    examplesIn("query").map(({ name, example }) => [name, String(example)]),
  );
  const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quoteForShell(baseUrl + filled + (query.size > 0 ? `?${query}` : ""))}`,
    ...(security.length > 0 ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(body
      ? [
          `-H 'Content-Type: application/json'`,
          `-d ${quoteForShell(JSON.stringify(JSON.parse(body)))}`,
        ]
      : []),
    ...(media.startsWith("multipart/") ? ["-F file=@file"] : []),
  ];
  return lines.join(" \\\n  ");
}
