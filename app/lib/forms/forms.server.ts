import { parseWithZod } from "@conform-to/zod/v4";
import { configureCoercion } from "@conform-to/zod/v4/future";
import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod";
import { numberFrom, readText } from "#contract/base/reading";
import type { FieldConstraint, FormFields } from "~/ui/form-fields";
import type { Identifiers } from "../api/identifiers.server";
import { ApiFailure, ApiRefusal } from "../api/refusals.server";
import { errorsOf, withFiles } from "./form-errors.server";
import { kindOf } from "./identifier-fields.server";
import { typedByName } from "./posted-form.server";

/**
 * The answer of an action that failed: the fields as typed with their errors; `failure` opens the
 * error modal.
 */
export type FormResult = {
  /** The ID of the form on the page. */
  form: string;
  fields: Pick<FormFields, "errors" | "values">;
  failure?: { message: string; requestId: string | undefined };
};

/**
 * The highest index accepted in a field's name, because the parser would build an array of that
 * length.
 */
const highestIndex = 200;
/**
 * The deepest nesting accepted in a field's name, because the parser recurses and thousands of
 * levels would overflow its stack.
 */
const deepest = 8;

/** Reads typed numbers as in addresses; Conform alone would also accept "0x10" and "1e1". */
const { coerceFormValue } = configureCoercion({
  type: { number: (text) => numberFrom(text.trim()) },
});

type ActionArgs = { request: Request; context: Pick<AppLoadContext, "files"> };

type Options = {
  /** Decrypts fields that hold identifiers (`idOf`) before the schema checks them. */
  ids?: Identifiers;
};

/** Turns values typed so far, sent in a page's address, into a request for readForm. */
export const toPostRequest = (url: URL) =>
  new Request(url, { method: "POST", body: url.searchParams });

/**
 * Reads a posted form by its schema: nested names (`mix[0].percent`), empty fields dropped (VAL-4),
 * fields whose name begins with "_" left out. Gives the value, or undefined with the refusal ready;
 * either way with the typed values, without passwords. Pass the action's arguments if the form
 * has files; otherwise the request suffices.
 */
export async function readForm<S extends z.ZodType>(
  from: Request | ActionArgs,
  schema: S,
  { ids }: Options = {},
) {
  const { request, context } = "context" in from ? from : { request: from, context: undefined };
  const posted = await request.formData();
  const { values, read } = readFields(posted, schema, ids);
  const formId = posted.get("_form");
  const form = typeof formId === "string" ? formId : "form";
  const submission = parseWithZod(read, {
    schema: coerceFormValue(schema),
    disableAutoCoercion: true,
  });
  const refused = (errors: Record<string, string[]> | undefined, status = 422) =>
    data<FormResult>({ form, fields: { errors: withFiles(errors, context), values } }, { status });
  return {
    posted,
    values,
    /** The files chosen in a field, for `api.call`; empty if none were. */
    files(name: string): File[] {
      if (!context)
        throw new Error("readForm gives files where it is handed the action's arguments");
      return context.files.byField.get(name) ?? [];
    },
    value: submission.status === "success" ? (submission.value as z.output<S>) : undefined,
    /** Answers a form that its schema refused. */
    refused: () =>
      refused(
        Object.fromEntries(
          Object.entries(submission.reply().error ?? {}).map(([name, errors]) => [
            name,
            [...(errors ?? [])],
          ]),
        ),
      ),
    /** Answers a form with the given errors. */
    refusedFor: refused,
    /**
     * Runs a platform call. A refusal becomes errors on the matching fields (VAL-3), a failure
     * opens the error modal; both keep the typed values. `file` names the field of the files, if it
     * is not "file"; `rename` maps the platform's fields to the form's.
     */
    async submit<T>(
      work: () => Promise<T>,
      {
        file = "file",
        rename = (field) => field,
      }: { file?: string; rename?: (field: string) => string } = {},
    ): Promise<
      | { reply: T; refused?: never }
      | { reply?: never; refused: ReturnType<typeof data<FormResult>> }
    > {
      try {
        return { reply: await work() };
      } catch (error) {
        if (error instanceof ApiRefusal) {
          // the snack bar shows the message
          if (error.status === 429) return { refused: refused(undefined, 429) };
          const { version } = error.problem;
          // the person has been told of others' changes, so the next press saves
          if (version !== undefined) values.version = String(version);
          return { refused: refused(errorsOf(error, file, rename), error.status) };
        }
        if (!(error instanceof ApiFailure)) throw error;
        const failure = { message: error.message, requestId: error.requestId };
        return {
          refused: data<FormResult>(
            { form, fields: { values }, failure },
            { status: error.status },
          ),
        };
      }
    },
  };
}

/**
 * Reads the fields for the schema, with decrypted identifiers and without empty ones, and the typed
 * values to show again.
 */
function readFields(posted: FormData, schema: z.ZodType, ids: Identifiers | undefined) {
  const values: Record<string, string | string[]> = {};
  const read = new FormData();
  for (const [name, typed] of typedByName(posted)) {
    if (name.startsWith("_")) continue;
    if (
      (name.match(/[.[]/g)?.length ?? 0) > deepest ||
      [...name.matchAll(/\[(\d+)\]/g)].some(([, index]) => Number(index) > highestIndex)
    )
      throw Response.json({ message: "This form has too many lines." }, { status: 422 });
    if (!/password|secret/i.test(name))
      values[name] = typed.length === 1 ? (typed[0] ?? "") : typed;
    const kind = ids && kindOf(schema, name);
    // a field of spaces counts as empty (VAL-4)
    for (const value of typed)
      if (value.trim() !== "")
        read.append(name, kind && value ? String(ids.decrypt(kind, value)) : value);
  }
  return { values, read };
}

/**
 * Reads a list's filters from the address. A member that the schema refuses is dropped, so that an
 * old or mistyped address still shows the list; a tampered identifier still throws
 * 404. A member called "…Ids" may be repeated and is a list.
 */
export function readQuery<S extends z.ZodObject>(
  request: Request,
  schema: S,
  options: Options = {},
): z.output<S> {
  const values = membersOf(request, schema, options);
  const first = readText(schema, values);
  if (first.success) return first.data;
  for (const { path } of first.error.issues) delete values[String(path[0])];
  const rest = readText(schema, values);
  if (!rest.success) throw rest.error;
  return rest.data;
}

/**
 * Reads filters for an action on all that match. Throws 422 naming a malformed filter, because
 * without it more would match.
 */
export function readFilters<S extends z.ZodObject>(
  request: Request,
  schema: S,
  options: Options = {},
): z.output<S> {
  const values = membersOf(request, schema, options);
  const read = readText(schema, values);
  if (read.success) return read.data;
  const wrong = [...new Set(read.error.issues.map(({ path }) => String(path[0])))].map(
    (name) => `${name} “${String(values[name]).slice(0, 40)}”`,
  );
  // a Response keeps its message even if the address has no page
  throw Response.json(
    { message: `There is no such filter: ${wrong.join(", ")}. Open the list and filter it again.` },
    { status: 422 },
  );
}

function membersOf(
  request: Request,
  schema: z.ZodObject,
  { ids }: Options,
): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of new URL(request.url).searchParams) {
    if (value === "" || !(name in schema.shape)) continue;
    const kind = ids && kindOf(schema, name);
    const read = kind ? String(ids.decrypt(kind, value)) : value;
    values[name] = name.endsWith("Ids") ? [...(values[name] ?? []), read] : read;
  }
  return values;
}

/** Derives the HTML constraints of a form's fields, or of some of them, from its schema. */
export function constraintsOf(
  schema: z.ZodType,
  names?: readonly string[],
): Record<string, FieldConstraint> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const message = patternMessage(zodSchema);
      if (message) jsonSchema.title = message;
    },
  });
  const fields = Object.entries(properties).filter(([name]) => names?.includes(name) ?? true);
  return Object.fromEntries(
    fields.map(([name, property]) => [
      name,
      typeof property === "object" ? constraintOf(property, required.includes(name)) : {},
    ]),
  );
}

/** Gives the error message of a text's last pattern. */
function patternMessage({ _zod: { def } }: z.core.$ZodType): string | undefined {
  const patterns = (def.checks ?? [])
    .map((check) => check._zod.def as z.core.$ZodCheckRegexDef)
    .filter(({ format }) => format === "regex");
  const say = patterns.at(-1)?.error as z.core.$ZodErrorMap | undefined;
  const message = say?.({ code: "invalid_format", format: "regex", input: "" });
  return typeof message === "string" ? message : message?.message;
}

type Property = {
  title?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  allOf?: Property[];
};

function constraintOf(property: Property, required: boolean): FieldConstraint {
  const patterns = [property, ...(property.allOf ?? [])]
    .map(({ pattern }) => pattern)
    .filter((pattern) => pattern !== undefined && isHtmlPattern(pattern));
  return {
    required,
    ...(property.description !== undefined && { rule: property.description }),
    ...(property.maxLength !== undefined && { maxLength: property.maxLength }),
    ...(property.minimum !== undefined &&
      property.minimum > Number.MIN_SAFE_INTEGER && { min: property.minimum }),
    ...(property.maximum !== undefined &&
      property.maximum < Number.MAX_SAFE_INTEGER && { max: property.maximum }),
    ...(patterns.length > 0 && {
      title: property.title,
      pattern:
        patterns.length === 1
          ? patterns[0]
          : `${patterns.map((pattern) => `(?=${pattern})`).join("")}.*`,
    }),
  };
}

/**
 * True if browsers can read the pattern with the v flag, which requires more backslashes; they log
 * an error for any other.
 */
function isHtmlPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "v");
    return true;
  } catch {
    return false;
  }
}
