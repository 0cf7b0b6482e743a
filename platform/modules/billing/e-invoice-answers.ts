import { readFile } from "node:fs/promises";
import { z } from "zod";
import { printable } from "#contract/base/clean-line";
import { messages } from "#contract/base/messages";
import { RegistrationForm } from "#contract/billing/e-invoices";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { SignedInCall } from "../../http/context.ts";
import { readFileRows } from "../imports/index.ts";

/**
 * The answers of the invoice portal, as its API, its offline tool and its download pages write
 * them.
 */

export type Answer = RegistrationForm & { number: string };
/** `problem` says why an answer cannot be stored. */
export type ReadAnswer = { number: string; answer?: Answer; problem?: string };

const QrContent = z.object({
  data: z.string().transform((text): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }),
});
const QrData = z.object({
  SellerGstin: z.string(),
  DocNo: z.string(),
  Irn: z.string(),
});

/** Reads a signed QR; undefined for any other text. The portal itself vouches for its signature. */
export function readSignedQr(token: string): z.output<typeof QrData> | undefined {
  try {
    const [, payload = ""] = token.split(".");
    const content = QrContent.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
    return QrData.parse(content.data);
  } catch {
    return undefined;
  }
}

/**
 * All answers in a file: JSON of any nesting, else rows below the portal's headings. Throws 422 on
 * `file` as readFileRows does.
 */
export async function readAnswers(file: UploadedFile, call: SignedInCall): Promise<ReadAnswer[]> {
  if (file.mediaType !== "application/json") return answersInRows(file, call);
  const text = new TextDecoder(file.encoding).decode(await readFile(file.path));
  try {
    return objectsIn(JSON.parse(text)).map(readObject);
  } catch {
    return [];
  }
}

type Members = Record<string, unknown>;
/** Objects with an IRN, wherever they are: the portal wraps them in "Data" or "result". */
function objectsIn(value: unknown, depth = 0): Members[] {
  if (typeof value !== "object" || value === null || depth > 6) return [];
  if (!Array.isArray(value) && "Irn" in value && "AckNo" in value) return [value as Members];
  return Object.values(value).flatMap((inner) => objectsIn(inner, depth + 1));
}

const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

function readObject(object: Members): ReadAnswer {
  const signedQr = textOf(object.SignedQRCode);
  const details = object.DocDtls as Members | undefined;
  return toAnswer({
    number: textOf(details?.No) || textOf(object.DocNo) || (readSignedQr(signedQr)?.DocNo ?? ""),
    irn: textOf(object.Irn),
    ackNo: textOf(object.AckNo),
    ackAt: textOf(object.AckDt),
    signedQr,
    isCancelled: textOf(object.Status) === "CNL",
  });
}

/** The portal's headings, without blanks and signs. */
const headings: Record<string, "number" | "irn" | "ackNo" | "ackAt" | "signedQr" | "status"> = {
  docno: "number",
  documentnumber: "number",
  invoiceno: "number",
  irn: "irn",
  ackno: "ackNo",
  ackdate: "ackAt",
  ackdt: "ackAt",
  signedqrcode: "signedQr",
  signedqr: "signedQr",
  status: "status",
};

const neededColumns = [{ heading: "IRN" }, { heading: "SignedQRCode" }];

const membersIn = (cells: string[]) =>
  cells.map((cell) => headings[cell.toLowerCase().replace(/[^a-z]/g, "")]);

async function answersInRows(file: UploadedFile, call: SignedInCall): Promise<ReadAnswer[]> {
  const matches = (cells: string[]) => membersIn(cells).filter(Boolean).length;
  const answers: ReadAnswer[] = [];
  let members: ReturnType<typeof membersIn> | undefined;
  const search = { matches, columns: neededColumns, remark() {} };
  for await (const { cells } of readFileRows(file, call, search)) {
    if (members) answers.push(readRow(members, cells));
    else if (isHeading(membersIn(cells))) members = membersIn(cells);
  }
  return answers;
}

const isHeading = (members: ReturnType<typeof membersIn>) =>
  members.includes("irn") && members.includes("signedQr");

function readRow(members: ReturnType<typeof membersIn>, cells: string[]): ReadAnswer {
  const values: Record<string, string> = {};
  for (const [place, member] of members.entries())
    if (member) values[member] = (cells[place] ?? "").trim();
  const { number, irn = "", ackNo = "", ackAt = "", signedQr = "", status } = values;
  return toAnswer({
    number: number || (readSignedQr(signedQr)?.DocNo ?? ""),
    irn,
    ackNo: ackNo.replace(/\.0+$/, ""),
    ackAt,
    signedQr,
    isCancelled: /^(cnl|cancelled)$/i.test(status ?? ""),
  });
}

function toAnswer({ number, isCancelled, ...form }: Answer & { isCancelled: boolean }): ReadAnswer {
  if (!printable.test(number)) return { number, problem: messages.printable };
  if (isCancelled) return { number, problem: "The portal says that this IRN is cancelled." };
  const { success, data, error } = RegistrationForm.safeParse({
    ...form,
    ackAt: toIsoTime(form.ackAt),
  });
  if (!success) return { number, problem: error.issues[0]?.message ?? "This row is not valid." };
  return { number, answer: { ...data, number } };
}

/** The portal's spreadsheets write 01/05/2026 10:20:00 or 01-05-2026 10:20:00. */
const toIsoTime = (time: string) =>
  time.replace(
    /^(\d{2})[-/](\d{2})[-/](\d{4})/,
    (_, day, month, year) => `${year}-${month}-${day}`,
  );
