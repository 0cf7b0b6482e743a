import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { webhookLimits } from "#contract/webhooks/words";
import {
  hostOf,
  isPublicAddress,
  lookupPublic,
  PrivateAddress,
  type Receivers,
} from "../../http/public-address.ts";

/**
 * Records an attempt: `error` says in words why there was no answer, or why the answer was no
 * success.
 */
export type Attempt = {
  isDelivered: boolean;
  status: number | null;
  milliseconds: number;
  answer: string | null;
  error: string | null;
};
type EventRequest = { url: string; body: string; headers: Record<string, string> };

/**
 * Posts a body to a receiver over a connection of its own. It counts as delivered if the receiver
 * answers 2xx within ten seconds; redirects are not followed, and at most 64 KB of the answer
 * are read. Never throws.
 */
export async function sendEvent(
  { url: address, body, headers }: EventRequest,
  receivers: Receivers,
  signal?: AbortSignal,
): Promise<Attempt> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const late = AbortSignal.timeout(webhookLimits.seconds * 1000);
  try {
    const { status, answer } = await post(
      address,
      { body, headers },
      receivers,
      AbortSignal.any([late, ...(signal ? [signal] : [])]),
    );
    const isDelivered = status >= 200 && status < 300;
    const error = isDelivered
      ? null
      : status >= 300 && status < 400
        ? "The receiver redirects. Enter the address that it leads to."
        : null;
    return { isDelivered, status, milliseconds: took(), answer, error };
  } catch (error) {
    const words = late.aborted
      ? `No answer within ${webhookLimits.seconds} seconds`
      : sendErrorText(error);
    return { isDelivered: false, status: null, milliseconds: took(), answer: null, error: words };
  }
}

function post(
  address: string,
  { body, headers }: Omit<EventRequest, "url">,
  receivers: Receivers,
  signal: AbortSignal,
) {
  const url = new URL(address);
  const isSecure = url.protocol === "https:";
  if (!isSecure && receivers === "https") throw new PrivateAddress("only https");
  if (receivers !== "private" && isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url)))
    throw new PrivateAddress(url.hostname);
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: "POST",
      agent: false,
      signal,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
      ...(receivers !== "private" && { lookup: lookupPublic }),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const done = () => {
        resolve({ status: response.statusCode ?? 0, answer: firstWords(Buffer.concat(chunks)) });
        request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= webhookLimits.answerBytes) done();
      });
      response.on("end", done);
      response.on("error", reject);
    });
    request.end(body);
  });
}

/**
 * Cuts an answer to what the log shows: no characters that a text of the database or a page cannot
 * hold.
 */
const firstWords = (answer: Buffer): string =>
  answer
    .subarray(0, webhookLimits.answerKept * 4)
    .toString("utf8")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .slice(0, webhookLimits.answerKept)
    .replace(/[\ud800-\udbff]$/, "");

function sendErrorText(error: unknown): string {
  if (error instanceof PrivateAddress) return "The address is not one of the internet";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "There is no such host";
  if (code === "ECONNREFUSED") return "The receiver refused the connection";
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return "The receiver’s certificate is not valid";
  return "The connection failed";
}
