import { expect, it } from "vitest";
import { readDeliveryReport } from "./delivery-report.ts";

type Parts = { status?: string; returned?: string; head?: string };
/** A report as Postfix writes it. */
const reportOf = ({
  status = "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n    user unknown\n",
  returned = "Content-Type: message/rfc822\n\nReceived: from here\nMessage-ID: <1.2.x@ours>\nSubject: Invoice\n\nHello",
  head = "",
}: Parts = {}) =>
  `Received: by mx.example\nContent-Type: multipart/report; report-type=delivery-status;\n\tboundary="b/1"\n${head}Subject: Undelivered\n\nThis is a MIME message.\n\n--b/1\nContent-Type: text/plain\n\nI am sorry.\n\n--b/1\n${status}\n--b/1\n${returned}\n\n--b/1--\n`;

const failure = { messageId: "<1.2.x@ours>", reason: "550 5.1.1 user unknown" };

it("a report of a failure gives the Message-ID and the server's words [MAIL-1]", () => {
  for (const text of [reportOf(), reportOf().replaceAll("\n", "\r\n")])
    expect(readDeliveryReport(text)).toEqual(failure);
});

it("one with encoded parts, headers alone or no email returned is read alike [MAIL-1]", () => {
  const fields = "Reporting-MTA: dns; mx\n\nAction: failed\nStatus: 5.7.1\n";
  const encoded = `Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n${Buffer.from(fields).toString("base64")}`;
  const printed = `Content-Type: text/rfc822-headers\nContent-Transfer-Encoding: quoted-printable\n\nMessage-ID: <1.2.x=\n=40ours>\n`;
  expect(readDeliveryReport(reportOf({ status: encoded, returned: printed }))).toEqual({
    messageId: "<1.2.x@ours>",
    reason: "5.7.1",
  });
  const head = "In-Reply-To: <1.2.x@ours>\n";
  expect(readDeliveryReport(reportOf({ returned: "", head }))).toEqual(failure);
});

it("one that is cut in the email it returns is read, one cut before is none [MAIL-1]", () => {
  const text = reportOf();
  expect(readDeliveryReport(text.slice(0, text.indexOf("Subject: Invoice")))).toEqual(failure);
  for (let end = text.indexOf("Message-ID"); end >= 0; end -= 7)
    expect(readDeliveryReport(text.slice(0, end))).toBeUndefined();
});

it("of several recipients the one who did not get it counts, a delay is none [MAIL-1]", () => {
  const of = (...actions: string[]) =>
    reportOf({
      status: `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n${actions.map((action, place) => `Action: ${action}\nStatus: 5.0.${place}\n`).join("\n")}`,
    });
  expect(readDeliveryReport(of("delivered", "failed"))?.reason).toBe("5.0.1");
  for (const action of ["delayed", "delivered", "relayed", "expanded"])
    expect(readDeliveryReport(of(action))).toBeUndefined();
});

it.each([
  ["nothing", ""],
  ["an answer of a person", "From: a@b\nContent-Type: text/plain\n\nI am away."],
  ["a report without a boundary", "Content-Type: multipart/report\n\n--\n"],
  ["line ends alone", "\n".repeat(10_000_000)],
  ["one header without an end", `X: ${"a:".repeat(5_000_000)}`],
  ["a header of many lines", `Content-Type: multipart/report${"\n b".repeat(3_000_000)}`],
  ["boundaries alone", reportOf({ status: "--b/1\n".repeat(2_000_000), returned: "" })],
  [
    "empty recipients",
    reportOf({ status: `Content-Type: message/delivery-status${"\n\nX: y".repeat(2_000_000)}` }),
  ],
])("%s is no report of a failure [MAIL-1]", (_, text) => {
  expect(readDeliveryReport(text)).toBeUndefined();
});
