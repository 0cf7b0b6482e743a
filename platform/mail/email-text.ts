import type { OutgoingEmail } from "./mail.ts";

export type EmailContent = {
  subject: string;
  /** The heading above the greeting; the subject unless given. */
  title?: string;
  /** The first name of the recipient, if we know it. */
  name?: string | null;
  /** The company on whose behalf it is sent, in addition to our own name. */
  company?: string;
  /** Paragraphs before the link. */
  before: string[];
  /** Terms and their values. */
  facts?: readonly (readonly [string, string])[];
  link: { label: string; url: string };
  /** Paragraphs after the link. */
  after: string[];
};

const sender = "Fever In-Store";

/** The first name of people of whom we have none yet. Emails greet them without a name. */
export const unnamedFirst = "Admin";

/**
 * An email as plain text and the same as HTML in the one look that all have, light and dark, with
 * nothing that a mail program would have to load.
 */
export function writeEmail(
  content: EmailContent,
): Pick<OutgoingEmail, "subject" | "text" | "html"> {
  const { subject, title = "", name, before, facts = [], link, after } = content;
  const greeting = name && name !== unnamedFirst ? `Hello ${name},` : "Hello,";
  const terms = facts.map(([term, value]) => `${term}: ${value}`).join("\n");
  const parts = [
    title,
    greeting,
    ...before,
    terms,
    `${link.label}:\n${link.url}`,
    ...after,
    sender,
  ];
  return {
    subject,
    text: `${parts.filter(Boolean).join("\n\n")}\n`,
    html: htmlOf(content, greeting),
  };
}

function htmlOf(
  { subject, title = subject, company, before, facts = [], link, after }: EmailContent,
  greeting: string,
): string {
  const [preview = ""] = before;
  const row = ([term, value]: readonly [string, string]) =>
    `<tr><td class="s">${escaped(term)}</td><td align="right"><b>${escaped(value)}</b></td></tr>`;
  const table =
    facts.length > 0
      ? `<table role="presentation" class="f" width="100%" cellpadding="0" cellspacing="0">${facts.map(row).join("")}</table>\n`
      : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>
${styles}
</style></head><body><p class="h">${escaped(preview)}</p><div class="o"><div class="c"><div class="p">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td><b>${sender}</b></td><td align="right" class="s">${escaped(company ?? "")}</td></tr></table>
${mark}
<h1>${escaped(title)}</h1>
${paragraphs([greeting, ...before])}
${table}<a class="b" href="${escaped(link.url)}">${escaped(link.label)}</a>
<p class="s u">If the button does not work, copy this address into your browser:<br>${escaped(link.url)}</p>
${paragraphs(after, ' class="s"')}
</div></div><p class="s e">${sender}</p></div></body></html>
`;
}

const paragraphs = (lines: string[], attributes = "") =>
  lines.map((line) => `<p${attributes}>${escaped(line)}</p>`).join("\n");

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const styles = `body{margin:0;background:#f6f3f7;color:#1d1423;font:16px/24px "Bricolage Grotesque",system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.h{display:none}.o{padding:24px 12px}.c{max-width:560px;margin:0 auto;background:#fff;border-radius:14px}.p{padding:32px 36px}
.s{color:#6c6175;font-size:14px;line-height:20px}h1{font-size:26px;line-height:31px;letter-spacing:-.02em;margin:26px 0 12px}
p{margin:0 0 14px}a{color:#1d1423}.b{display:block;background:#1d1423;color:#fff;text-decoration:none;font-weight:600;text-align:center;padding:14px 20px;border-radius:8px;margin:6px 0 16px}
.u{overflow-wrap:anywhere;word-break:break-word}.e{text-align:center;margin-top:18px}.w{margin-top:18px}.w td{padding:0 1px;vertical-align:middle;height:32px}.w i{display:block;width:100%;border-radius:2px;background:#4e4356}
.w .q{background:#d9d2dd}.w .n{background:#c2136b}.f{margin:6px 0 22px}.f td{padding:7px 0;border-bottom:1px solid #e2dce5;font-size:15px;line-height:20px}
@media(max-width:500px){.p{padding:24px 20px}}
@media(prefers-color-scheme:dark){body{background:#141018;color:#f6f2f8}.c{background:#1b1620}.s{color:#a79bb0}a{color:#f6f2f8}.b{background:#f6f2f8;color:#141018}.f td{border-color:#342b3b}.w i{background:#cbc1d1}.w .q{background:#4a3f52}.w .n{background:#ff74b1}}`;

/** The day of a store that is our mark: what played, this minute, and what comes, as heights. */
const played = [
  3, 5, 6, 4, 4, 5, 22, 19, 21, 13, 11, 23, 14, 16, 22, 21, 15, 19, 24, 13, 18, 21, 20,
];
const comes = [21, 14, 23, 13, 13, 5, 5, 4, 6];
const bar = (kind: string) => (height: number) =>
  `<td><i${kind} style="height:${height}px"></i></td>`;
const mark = `<table role="presentation" aria-hidden="true" class="w" width="100%" cellpadding="0" cellspacing="0"><tr>${[
  ...played.map(bar("")),
  ...[21].map(bar(' class="n"')),
  ...comes.map(bar(' class="q"')),
].join("")}</tr></table>`;
