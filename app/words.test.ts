import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/**
 * Phrases that docs/words.md replaced. Short ones include the quotes of a label, so that code can
 * use the word.
 */
const replaced = [
  '"Doing"',
  '"Unit"',
  "Unit or store",
  "Who plays it",
  "sign-in's",
  "player's sign-in",
  "Add a sign-in",
  'group: "Play"',
  'group: "Run"',
  'group: "Know"',
  "What the file comes to",
  "what it comes to",
  "before you say so",
  '"As it is"',
  '"As it was"',
  "what becomes what",
  "is about the same store",
  "is not a heading",
  "All at once or nothing",
  "Read are the columns",
  "parted by semicolons",
  "shall your shops",
  "your shops",
  "As your shops know it",
  "We answer to this address",
  "What you do there",
  "go on later",
  "you wish for",
  "wished for",
  "Make the company",
  "Check what they told",
  "Look into your mail",
  "unwanted mail",
  "the invitation up",
  "invitation to take up",
  "is taken up",
  "that you should know of",
  "what you do not know",
  "how pages come to you",
  "in one letter",
  "a store and month",
  "As the list has it",
  '"Past midnight"',
  '"Single dates"',
  "What you typed waits",
  "and can do nothing else",
  "How wide the person sees",
  " a mail with",
  "by mail",
  "Mail me",
  " mailed to",
  "One that has a group already is moved",
  "made anew.",
  "plays by this group",
  "have names of their own",
  "does not stand in",
  "why it stands",
  "why here?",
  "} asked`",
  "In this hour as well",
  "Any step",
  "One step at most",
  "make-up is drawn",
  "Turns over",
  "Songs ÷ calls",
  "Now its songs",
  "lines were not clear",
  "Licence over",
  '"licence over"',
  "Work in",
  "Once across all companies",
  "Lets so many",
  "Look for it in the playlists",
  "can not be",
  "not yours to",
  "any more.",
  "dmin user id",
  "Preferred user id",
  "Own rule for",
  "Until it has",
  "Different on some days",
  "Enter the same time twice",
  "were full or had begun",
  "Nothing is taken until",
  "the note before",
  "step that has come",
  "stands as credit",
];

/**
 * Texts from the specification or the table of terms that contain one of these phrases.
 */
const allowedTexts = ["Value can not be encrypted"];

/**
 * The sources without their comments, with each run of white space as one space, because a text in
 * a page can span several lines.
 */
const sources = ["app", "contract", "platform"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^platform\/(db|engine)\//.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(file, "utf8")) }));

describe("The words that people read", () => {
  it("are none of those that words.md replaced [UI-12]", () => {
    expect(sources.length).toBeGreaterThan(500);
    const staleTexts = sources.flatMap(({ file, text }) =>
      replaced.flatMap((phrase) => (text.includes(phrase) ? `${file}: ${phrase}` : [])),
    );
    expect(staleTexts).toEqual([]);
  });

  it("write percentages without a space [UI-12]", () => {
    expect(sources.flatMap(({ file, text }) => (/[\d}] %["`<.,]/.test(text) ? file : []))).toEqual(
      [],
    );
  });
});

/**
 * Matches code that formats numbers in its own way. Only these files may: the mechanism, and those
 * that pass it a page or a message.
 */
const formatting =
  /toLocale\w*String\(|Intl\.NumberFormat|\bfiguresIn\(|\bfiguresOf\(|\bindianFormat\b|en-IN/;
const formatters = [
  "contract/base/figures.ts",
  "contract/base/country-figures.ts",
  "app/ui/frame/figures.tsx",
  "app/root.tsx",
  "app/lib/session/guard.server.ts",
  "platform/http/bind.ts",
  // the reader is not signed in
  "app/features/ads/linked-proof.server.ts",
  "app/features/reports/linked-report.server.ts",
  "platform/modules/schedule/days/day-notices.service.ts",
  "platform/modules/ads/delivery/underdelivery.service.ts",
  // invoices of an Indian provider have Indian formats for every reader
  "platform/pdf/writer.ts",
  "platform/modules/billing/rupees.ts",
  "platform/modules/billing/particulars.ts",
  "platform/modules/ads/delivery/refusals.service.ts",
  "platform/modules/ads/proof/proof-pdf.ts",
  "platform/modules/ads/booking/quote-pdf.ts",
];

describe("Figures that people read", () => {
  it("are written in the company's way, by one mechanism [UI-12]", () => {
    const formattingFiles = sources
      .filter(({ text }) => formatting.test(text))
      .map(({ file }) => file);
    expect(formattingFiles.sort()).toEqual(formatters.sort());
  });
});

/** The samples of the design system, which are not the product's texts. */
const samples = /^app\/(features|routes)\/(ui-gallery|admin\.\[_\]ui)/;
const mostWords = 4;

describe("The longer texts of pages", () => {
  it("stand in a texts.ts of their feature, so that they can be read in one go [UI-12]", () => {
    const pages = sources.filter(
      ({ file }) =>
        /^app\/(routes|features)\//.test(file) &&
        !/[/-]texts\.ts$|-words\.ts$/.test(file) &&
        !samples.test(file),
    );
    const longTexts = pages.flatMap(({ file }) =>
      textsIn(file).flatMap((text) =>
        countWords(text) > mostWords ? `${file}: ${text.replace(/\s+/g, " ").trim()}` : [],
      ),
    );
    expect(longTexts).toEqual([]);
  });
});

/**
 * Gives the strings, templates and JSX texts of a file, those of one element joined; an expression
 * inside is "…".
 */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (
      ts.isImportDeclaration(node) ||
      (ts.isJsxAttribute(node) && ts.isIdentifier(node.name) && /class/i.test(node.name.text))
    )
      return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map(({ text }) => text)
          .join("…"),
      );
    if (ts.isJsxElement(node))
      texts.push(node.children.map((child) => (ts.isJsxText(child) ? child.text : " … ")).join(""));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
  return texts;
}

/** Counts the words of a sentence; names of classes, paths and members are not words. */
function countWords(text: string): number {
  return text
    .replace(" · Fever In-Store", "")
    .split(/\s+/)
    .filter((word) => /^[“"(]?[\p{L}'’]+[.,:;?!”")…]*$/u.test(word)).length;
}

function withoutComments(code: string): string {
  const text = code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
  return allowedTexts.reduce(
    (rest, words) => rest.replaceAll(words, ""),
    text.replace(/\s+/g, " "),
  );
}
