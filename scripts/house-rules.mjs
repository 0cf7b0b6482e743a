// Part of npm run lint: a few rules that no linter has. The rules for imports are in
// .dependency-cruiser.mjs.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { leftToTestAll } from "./left-to-test-all.mjs";

const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
  encoding: "utf8",
}).stdout.split("\n");
const files = listed.filter((file) => file && existsSync(file));
const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !file.startsWith("docs/"));
const product = /^(app|contract|platform|demo)\/|^[^/]+\.ts$/;
const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith("tests/");

/** Matches an object, or an array that no method is called on, spread where it is written. */
const spreadLiteral =
  /\.\.\.\{|\.\.\.\[(?:[^[\]]|\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\])*\](?!\s*[.:])/g;
/** Matches a name that says what happened to a thing instead of what it is. */
const vagueName =
  /\b(?:const|let|function|type|interface) (?:found|known|wanted|sent|kept|taken|made|standing|asked|shown|named|given|heard|seen|told|said)\b/i;
/** Matches more such names, which only tests may have. */
const vagueProductName =
  /\b(?:const|let|function) (?:drawn|judged|listed|lacking|sought|typed|keeping|editing|mailing|publishing|quoting|taking|guarded)\b/;
/** Matches a conversion called asX; "as run" and "as of" are terms of their own. */
const asName =
  /\b(?:const|function) as(?!Run(?:Columns|DownloadPath|Outcomes|Texts)\b|Of\b)[A-Z]\w*/;
/** Matches the declaration of a type. */
const typeDeclaration = /^\s*(?:export )?(?:abstract )?(?:type|interface|class) ([A-Z]\w*)/;
/** Matches a type's name that is a participle or a question word, or ends with one. */
const vagueType =
  /^(?:(?!(?:Ageing|Billing|Binding|Booking|Finding|Heading|Opening|Recording|Sampling|Setting|Timing|Tracing)$)[A-Z][a-z]+(?:ed|ing)|Bought|Chosen|Did|Drawn|Felt|Held|Lost|Read|Sold|Written|Because|Before|From|Here|In|Most|Of|On|Some|When|Where|Which|Whole|Unread|\w+(?:Wanted|Asked|Found|Seen|Sought|Kept|Told))$/;
/** Matches a comment that begins with a noun clause, which must be read twice. */
const nounClause = /(?:\/\/|\/\*\*?)(?:\s*\*)? (?:What|Of|Whether|So many|How many) /;
/** Matches a route's loader or action up to its end. */
const handlers =
  /^export (?:async function|const) (loader|action)\b(?:(?!\n(?:\}|export |function |const )).)*/gms;
const wrong = [];
const refuse = (file, line, what) => wrong.push(`${file}:${line}  ${what}`);

for (const file of code) {
  const text = await readFile(file, "utf8");
  if (product.test(file) && !isTest(file) && file !== "config.ts")
    eachLine(text, /process\.env\b(?!\.NODE_ENV\b)/, (line) => {
      const composition =
        file === "server.ts" && /readConfig\(process\.env\)/.test(text.split("\n")[line - 1]);
      if (!composition && !/\.config\.ts$/.test(file))
        refuse(file, line, "the environment is read in config.ts alone");
    });
  if (file.startsWith("platform/"))
    eachLine(text, /\bilike\b/, (line) =>
      refuse(file, line, "a search goes through containsText, which knows accents"),
    );
  if (file.startsWith("tests/api/") && !file.startsWith("tests/api/demo"))
    for (const { index, 1: title } of text.matchAll(/\(\s*"([^"\n]{91,})",\s*(?:async )?\(/g))
      refuse(
        file,
        text.slice(0, index).split("\n").length,
        `a title has 90 characters at the most, this one ${title.length}: name one fact`,
      );
  if (file !== "scripts/house-rules.mjs") {
    eachLine(text, vagueName, (line) =>
      refuse(file, line, "a participle is no name: say what the thing is (docs/words.md)"),
    );
    for (const [index, line] of text.split("\n").entries())
      if (vagueType.test(typeDeclaration.exec(line)?.[1] ?? ""))
        refuse(file, index + 1, "a type's name is a noun: say what it holds (docs/words.md)");
    eachLine(text.replace(/\/\*\*\n\s*\*/g, "\n/**"), nounClause, (line) =>
      refuse(file, line, "a comment begins with a verb or the thing itself (docs/words.md)"),
    );
    for (const { index } of text.matchAll(spreadLiteral))
      refuse(
        file,
        text.slice(0, index).split("\n").length,
        "a literal is not spread into another: write its members there",
      );
  }
  if (product.test(file) && !isTest(file)) {
    eachLine(text, vagueProductName, (line) =>
      refuse(file, line, "a participle is no name: say what the thing is (docs/words.md)"),
    );
    eachLine(text, asName, (line) =>
      refuse(file, line, "what makes an X is toX, what reads the X of a thing xOf (docs/words.md)"),
    );
  }
  if (/^app\/routes\//.test(file)) {
    const lines = text.trimEnd().split("\n").length;
    if (lines > 150)
      refuse(
        file,
        150,
        `a route has 150 lines at the most, this one ${lines}: move work to its feature`,
      );
    if (/^app\/routes\/(admin|my-data)\b/.test(file))
      for (const { index, 0: handler, 1: name } of text.matchAll(handlers))
        if (!/\brequire[A-Z]\w*\(/.test(handler))
          refuse(
            file,
            text.slice(0, index).split("\n").length,
            `the ${name} calls no guard: it begins with requireArea or the like`,
          );
  }
}
for (const file of files.filter(
  (file) =>
    !/\.(png|jpg|ico|wav|mp3|ogg|flac|m4a|woff2?)$/.test(file) &&
    file !== "scripts/house-rules.mjs" &&
    file !== "package-lock.json",
))
  eachLine(
    await readFile(file, "utf8"),
    /registry\.(npmjs|yarnpkg)|npmmirror|\/_npm\/|pypi\.org|artifactory|verdaccio/i,
    (line) => refuse(file, line, "names a package registry"),
  );
// drizzle-kit uses only the newest snapshot to generate and check
const snapshots = files
  .filter((file) => /\/migrations\/meta\/.*_snapshot\.json$/.test(file))
  .sort();
for (const file of snapshots.slice(0, -1))
  refuse(file, 1, "an older snapshot of the schema: delete it, the newest is enough");
for (const file of leftToTestAll.filter((path) => !files.includes(path)))
  refuse("scripts/left-to-test-all.mjs", 1, `there is no ${file}`);
const lock = await readFile("package-lock.json", "utf8").catch(() => "");
eachLine(lock, /"resolved": "http:|"resolved": "https:\/\/(?!registry\.npmjs\.org\/)/, (line) =>
  refuse("package-lock.json", line, "names a registry of this machine"),
);

const say = (text) => process.stdout.write(`${text}\n`);
for (const line of wrong) say(line);
say(
  wrong.length === 0
    ? `The rules of the house hold in ${code.length} files.`
    : `${wrong.length} lines break a rule of the house.`,
);
process.exit(wrong.length === 0 ? 0 : 1);

function eachLine(text, pattern, report) {
  if (!pattern.test(text)) return;
  for (const [index, line] of text.split("\n").entries()) if (pattern.test(line)) report(index + 1);
}
