import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "../../tests/sweeps/all-endpoints.ts";
import { id } from "./fields.ts";
import { idListOf } from "./identifiers.ts";
import { readJson, readText } from "./reading.ts";

describe("JSON", () => {
  const Form = z.strictObject({
    name: z.string().min(1).optional(),
    volume: z.int().default(60),
    chartId: z.int().nullable().optional(),
    lines: z
      .array(z.strictObject({ day: z.string().min(1).optional(), note: z.string().optional() }))
      .optional(),
    weights: z.array(z.int()).optional(),
    typed: z.record(z.string(), z.string()).optional(),
  });

  test("members that are null or empty are absent, at any depth, where their field takes no such thing [VAL-4]", () => {
    const input = { name: "", volume: null, lines: [{ day: null }, { day: "" }] };
    expect(readJson(Form, input).data).toEqual({ volume: 60, lines: [{}, {}] });
    expect(input.volume).toBeNull();
    expect(
      readJson(Form, { chartId: null, lines: [{ note: "" }], typed: { phone: "" } }).data,
    ).toEqual({
      chartId: null,
      volume: 60,
      lines: [{ note: "" }],
      typed: { phone: "" },
    });
    const inUnion = z.discriminatedUnion("section", [
      z.strictObject({ section: z.literal("a"), code: z.string().min(1).optional() }),
      z.strictObject({ section: z.literal("b") }),
    ]);
    expect(readJson(inUnion, { section: "a", code: null }).data).toEqual({ section: "a" });
  });

  test("an item of a list keeps its place, and so is refused; unknown members are named, empty or not [VAL-4]", () => {
    expect(readJson(Form, { weights: [1, null] }).error?.issues.map(({ path }) => path)).toEqual([
      ["weights", 1],
    ]);
    expect(readJson(Form, { nmae: null, name: null }).error?.issues).toMatchObject([
      { code: "unrecognized_keys", keys: ["nmae"] },
    ]);
    const result = readJson(Form, JSON.parse('{"__proto__": null, "typed": {"__proto__": null}}'));
    expect([result.success, ({} as { name?: string }).name]).toEqual([false, undefined]);
  });

  test("what is nested as deeply as a body can be is refused like anything unknown [API-1]", () => {
    const deep = JSON.parse(`{"name": null, "nest": ${"[".repeat(400_000)}${"]".repeat(400_000)}}`);
    expect(readJson(Form, deep).error?.issues).toMatchObject([
      { code: "unrecognized_keys", keys: ["nest"] },
    ]);
  });

  test("no number in any call's body is made of null, of an empty string, of text or of yes and no [VAL-4] [API-1]", () => {
    let placeCount = 0;
    for (const [name, { body }] of allEndpoints) {
      if (!body) continue;
      for (const { path, make, nullable } of numbersIn(
        z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as Schema,
      )) {
        const listIssues = (value?: unknown) =>
          JSON.stringify(readJson(body, make(value)).error?.issues ?? []);
        const where = `${name} ${path.join(".")}`;
        for (const value of [true, false, "1", "60", " 1", "x"])
          expect(
            pathsOf(readJson(body, make(value)).error),
            `${where}: ${JSON.stringify(value)}`,
          ).toContain(path.join("."));
        if (typeof path.at(-1) === "string")
          for (const value of nullable ? [""] : [null, ""])
            expect(listIssues(value), `${where}: ${JSON.stringify(value)}`).toBe(listIssues());
        placeCount++;
      }
    }
    expect(placeCount).toBeGreaterThan(50);
  });
});

test("every list that a call takes is bounded, or 1 MB of wrong items would hold up everybody [LIM-1]", () => {
  const unbounded = [...allEndpoints].flatMap(([name, { body, query }]) =>
    [body, query].flatMap((schema) =>
      schema
        ? boundless(
            z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema,
            `${name} `,
          )
        : [],
    ),
  );
  expect(unbounded).toEqual([]);
});

describe("An address", () => {
  const Address = z.strictObject({
    id,
    ids: idListOf("item").optional(),
    limit: z.int().max(100).default(25),
    search: z.string().optional(),
  });

  test("says its numbers as digits; text that looks like one stays text [API-1]", () => {
    expect(
      readText(Address, { id: "17", ids: ["1", "2"], limit: "50", search: "17" }).data,
    ).toEqual({
      id: 17,
      ids: [1, 2],
      limit: 50,
      search: "17",
    });
    expect(readText(Address, { id: "17", ids: "3,4" }).data).toEqual({
      id: 17,
      ids: [3, 4],
      limit: 25,
    });
  });

  test("of an id is a whole positive number that a double holds exactly", () => {
    for (const bad of [
      "0",
      "-1",
      "1.5",
      "abc",
      "9007199254740993",
      "1e400",
      "",
      " ",
      "1e2",
      "0x10",
      "true",
    ])
      expect(readText(Address, { id: bad }).success, bad).toBe(false);
  });
});

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
/** A number in a body: the least body that has it, with anything in its place, or without it. */
type Place = { path: (string | number)[]; make: (value: unknown) => unknown; nullable: boolean };

function numbersIn(schema: Schema): Place[] {
  const options = schema.anyOf ?? schema.oneOf ?? [];
  const types = options.map(({ type }) => type);
  if (types.length > 0 && types.every((type) => isNumber(type) || type === "null"))
    return [{ path: [], make: (value) => value, nullable: true }];
  if (types.some(isNumber)) return []; // of several kinds, in the member's own words
  if (isNumber(schema.type)) return [{ path: [], make: (value) => value, nullable: false }];
  const inItems = (schema.items ? numbersIn(schema.items) : []).map((place) =>
    below(0, place, (value) => [value]),
  );
  const inMembers = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    numbersIn(member).map((place) =>
      below(name, place, (value) => ({
        ...tagOf(schema),
        ...(value !== undefined && { [name]: value }),
      })),
    ),
  );
  return [...options.flatMap(numbersIn), ...inItems, ...inMembers];
}

/** Where a schema has a list of any length. */
function boundless(
  { type, items, maxItems, properties = {}, anyOf = [], oneOf = [] }: Schema,
  at: string,
): string[] {
  return [
    ...(type === "array" && maxItems === undefined ? [at] : []),
    ...(items ? boundless(items, `${at}[]`) : []),
    ...Object.entries(properties).flatMap(([name, member]) => boundless(member, `${at}.${name}`)),
    ...[...anyOf, ...oneOf].flatMap((option) => boundless(option, at)),
  ];
}

const below = (
  step: string | number,
  { path, make, nullable }: Place,
  around: (value: unknown) => unknown,
): Place => ({
  path: [step, ...path],
  make: (value) => around(make(value)),
  nullable,
});

/** The member that tells one option of a union from the others. */
const tagOf = ({ properties = {} }: Schema) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { const: one, enum: several = [one] }]) =>
      several[0] === undefined ? [] : [[name, several[0]]],
    ),
  );

const isNumber = (type: string | undefined) => type === "integer" || type === "number";

type Issue = { path: PropertyKey[]; errors?: Issue[][] };
const pathsOf = (error: { issues: object[] } | undefined): string[] => {
  const each = (issues: Issue[], before: PropertyKey[]): string[] =>
    issues.flatMap(({ path, errors = [] }) => [
      [...before, ...path].join("."),
      ...errors.flatMap((inner) => each(inner, [...before, ...path])),
    ]);
  return each((error?.issues ?? []) as Issue[], []);
};
