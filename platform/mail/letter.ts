import type { Letter } from "./mail.ts";

type Content = {
  to: string;
  subject: string;
  /** How the person is called. */
  name: string;
  /** Paragraphs before the link. */
  before: string[];
  link: { label: string; url: string };
  /** Paragraphs after the link. */
  after: string[];
};

/**
 * A letter as plain text and the same as simple HTML, with nothing that a mail program would have
 * to load.
 */
export function letterOf({ to, subject, name, before, link, after }: Content): Letter {
  const greeting = `Hello ${name},`;
  const closing = "Fever In-Store";
  const text = [greeting, ...before, `${link.label}:\n${link.url}`, ...after, closing].join("\n\n");
  const paragraphs = (lines: string[]) => lines.map((line) => `<p>${escaped(line)}</p>`).join("\n");
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body>
${paragraphs([greeting, ...before])}
<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>
<p>If the link does not open, copy this address into your browser:<br>${escaped(link.url)}</p>
${paragraphs([...after, closing])}
</body>
</html>
`;
  return { to, subject, text: `${text}\n`, html };
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
