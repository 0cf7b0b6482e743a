/** Reads bounces that mail servers send as emails (RFC 3464): which email came back, and why. */

/** A report's own parts come before the email that it returns, so its beginning is enough. */
const mostRead = 256 * 1024;
/** Parts of a report, and recipients in it: ours have three and one. */
const mostParts = 50;
const mostFieldLength = 2000;

type Part = { fields: Map<string, string>; body: string[] };

/**
 * Gives the Message-ID of the email that came back, and the words of the server that would not take
 * it; undefined for a delay, a success and what is no report. Takes time linear in the length.
 */
export function readDeliveryReport(
  message: string,
): { messageId: string; reason: string | undefined } | undefined {
  const { fields, body } = readPart(message.slice(0, mostRead).split(/\r\n?|\n/));
  const type = fields.get("content-type") ?? "";
  const boundary = /\bboundary="?([^";]+)/i.exec(type)?.[1]?.trim();
  if (!/^multipart\/report\b/i.test(type) || !boundary) return undefined;
  const parts = splitAt(body, (line) => line.startsWith(`--${boundary}`)).map(readPart);
  const partOf = (types: RegExp) =>
    parts.find(({ fields }) => types.test(fields.get("content-type") ?? ""));
  const failure = findFailure(partOf(/^message\/(global-)?delivery-status\b/i));
  if (!failure) return undefined;
  const returned = partOf(/^(message\/(rfc822|global)|text\/rfc822-headers)/i);
  const messageId =
    (returned && readPart(decodedBody(returned)).fields.get("message-id")) ??
    fields.get("in-reply-to");
  if (!messageId) return undefined;
  const words = failure.get("diagnostic-code")?.replace(/^[^;\s]*;/, "") ?? failure.get("status");
  return { messageId, reason: words?.trim() };
}

/** The fields of the first recipient whom the email did not reach. */
function findFailure(status: Part | undefined): Map<string, string> | undefined {
  const lines = status ? decodedBody(status) : [];
  return splitAt(lines, (line) => line.trim() === "")
    .map((block) => readPart(block).fields)
    .find((fields) => /^failed\b/i.test(fields.get("action") ?? ""));
}

function readPart(lines: string[]): Part {
  const fields = new Map<string, string>();
  const end = lines.findIndex((line) => line.trim() === "");
  let name = "";
  for (const line of end === -1 ? lines : lines.slice(0, end)) {
    const colon = /^[ \t]/.test(line) ? -1 : line.indexOf(":");
    if (colon > 0) name = line.slice(0, colon).trim().toLowerCase();
    const before = fields.get(name);
    // of a repeated field, the first counts
    if (colon > 0 && before !== undefined) name = "";
    const value = colon > 0 ? line.slice(colon + 1) : `${before ?? ""} ${line.trim()}`;
    if (name !== "" && value.length <= mostFieldLength) fields.set(name, value.trim());
  }
  return { fields, body: end === -1 ? [] : lines.slice(end + 1) };
}

/** The lines between separators, without empty parts. */
function splitAt(lines: string[], isSeparator: (line: string) => boolean): string[][] {
  const parts: string[][] = [];
  let part: string[] = [];
  for (const line of lines) {
    if (!isSeparator(line)) part.push(line);
    else if (part.length > 0) {
      if (parts.push(part) === mostParts) return parts;
      part = [];
    }
  }
  return part.length > 0 ? [...parts, part] : parts;
}

function decodedBody({ fields, body }: Part): string[] {
  const encoding = fields.get("content-transfer-encoding")?.toLowerCase();
  if (encoding === "base64")
    return Buffer.from(body.join(""), "base64")
      .toString("utf8")
      .split(/\r\n?|\n/);
  if (encoding !== "quoted-printable") return body;
  return body
    .join("\n")
    .replaceAll("=\n", "")
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .split("\n");
}
