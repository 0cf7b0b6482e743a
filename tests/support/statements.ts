import type { Database } from "#platform/db/database";
import { referenceTables } from "#platform/db/distribution";

type Plan = { [key: string]: unknown; Plans?: Plan[] };
/**
 * One place that a plan reads: a table, or rows that the statement brings or makes itself. A
 * tenant table's partitions count as the table.
 */
type Source = { alias: string; tenant: string | undefined; isHandedOn: boolean };
type Equality = [string, string];

/**
 * Opens a judge of statements, based on PostgreSQL's own plan for any parameters: each tenant table
 * in it needs a condition that ties its company_id to a parameter or constant, or to the company_id
 * of a table that is tied. By then the planner has already drawn conclusions from joins.
 * `findUntied` gives the tenant tables without one, [] for a text that is not a query; it throws if
 * there is no plan.
 */
export async function openJudge({ pool }: Database) {
  const client = await pool.connect();
  await client.query(
    "set plan_cache_mode = force_generic_plan; set enable_partition_pruning = off",
  );
  const { rows: tables } = await client.query<{ name: string; parent: string }>(
    `select c.relname as name, coalesce(p.relname, c.relname) as parent from pg_class c
     left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const tenants = new Map(
    tables
      .filter(({ parent }) => !referenceTables.includes(parent))
      .map(({ name, parent }) => [name, parent]),
  );
  return {
    async findUntied(statement: string): Promise<string[]> {
      const text = /^\s*copy \((.*)\) to stdout/is.exec(statement)?.[1] ?? statement;
      if (!/^[\s(]*(select|with|insert|update|delete)\b/i.test(text)) return [];
      await client.query(`prepare judged as ${text}`);
      try {
        const { rows: prepared } = await client.query<{ count: number }>(
          "select cardinality(parameter_types) as count from pg_prepared_statements where name = 'judged'",
        );
        const values = Array(prepared[0]?.count ?? 0).fill("null");
        const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
          `explain (verbose, costs off, format json) execute judged${values.length > 0 ? `(${values.join(", ")})` : ""}`,
        );
        const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
        return plan ? findUntied(plan, tenants) : [];
      } finally {
        await client.query("deallocate judged");
      }
    },
    close: () => client.release(true),
  };
}

/** Finds the tenant tables that a plan reads without a condition on their company. */
function findUntied(plan: Plan, tenants: ReadonlyMap<string, string>): string[] {
  const whole = JSON.stringify(plan);
  const sources: Source[] = [];
  const equalities: Equality[] = [];
  const hashed: string[] = [];
  const visit = (node: Plan) => {
    const relation = node.Schema === "public" ? String(node["Relation Name"]) : undefined;
    const table = relation === undefined ? undefined : tenants.get(relation);
    if (node.Alias !== undefined && node["Node Type"] !== "ModifyTable") {
      // a partition's alias is its table's alias with a number
      const alias =
        table === relation ? String(node.Alias) : String(node.Alias).replace(/_\d+$/, "");
      sources.push({ alias, tenant: table, isHandedOn: node["Relation Name"] === undefined });
    }
    for (const [key, value] of Object.entries(node))
      if (/(^| )(Cond|Filter)$/.test(key) && typeof value === "string")
        equalities.push(...equalitiesOf(value));
    const subPlan = node["Subplan Name"];
    if (typeof subPlan === "string" && new RegExp(`hashed ${subPlan}\\b`).test(whole))
      hashed.push(...((node.Output ?? []) as string[]));
    for (const each of node.Plans ?? []) visit(each);
  };
  visit(plan);

  const columnOf = (side: string) => {
    const [, alias, column] = /^"?([^".()]+)"?\."?(\w+)"?$/.exec(side) ?? [];
    if (alias === undefined) return undefined;
    const sourceAlias = sources.some((source) => source.alias === alias)
      ? alias
      : alias.replace(/_\d+$/, "");
    return { alias: sourceAlias, name: `${sourceAlias}.${column}` };
  };
  // rows of a list, a CTE or a sub-select were checked where they were read
  const handedOn = new Set(
    sources.filter(({ isHandedOn }) => isHandedOn).map(({ alias }) => alias),
  );
  // output columns of a hashed sub-select: the plan compares them but does not say with what
  const tied = new Set(hashed.flatMap((output) => columnOf(output)?.name ?? []));
  const isTied = (side: string) => {
    const column = columnOf(side);
    if (column) return tied.has(column.name) || handedOn.has(column.alias);
    return !/[a-z_"]\./i.test(side.replace(/'(?:[^']|'')*'/g, "")); // a parameter or a constant
  };
  for (let before = -1; before < tied.size; ) {
    before = tied.size;
    for (const [one, other] of equalities)
      for (const [side, by] of [
        [one, other],
        [other, one],
      ] as const) {
        const column = columnOf(side);
        if (column && isTied(by)) tied.add(column.name);
      }
  }
  const untied = sources.filter(
    ({ alias, tenant }) => tenant !== undefined && !tied.has(`${alias}.company_id`),
  );
  return [...new Set(untied.map(({ tenant }) => tenant ?? ""))].sort();
}

/**
 * Gives the equalities that always hold under a condition; for alternatives, those of a column
 * that each of them compares with a parameter.
 */
function equalitiesOf(condition: string): Equality[] {
  const inner = unwrapped(condition);
  const parts = splitTop(inner, " AND ");
  if (parts.length > 1) return parts.flatMap(equalitiesOf);
  const alternatives = splitTop(inner, " OR ");
  if (alternatives.length > 1) {
    const [first = [], ...others] = alternatives.map(equalitiesOf);
    return first.filter(([column]) =>
      others.every((other) => other.some(([one, by]) => one === column && /^\$\d+$/.test(by))),
    );
  }
  const sides = splitTop(inner, " = ");
  return sides.length === 2 ? [[bare(sides[0] ?? ""), bare(sides[1] ?? "")]] : [];
}

/** Removes the parentheses around the whole text. */
function unwrapped(text: string): string {
  let depth = 0;
  if (!text.startsWith("(")) return text;
  for (const [at, kind] of structure(text)) {
    depth += kind === "(" ? 1 : kind === ")" ? -1 : 0;
    if (depth === 0) return at === text.length - 1 ? unwrapped(text.slice(1, -1)) : text;
  }
  return text;
}

/** Removes casts and parentheses from one side of an equality. */
function bare(side: string): string {
  const next = unwrapped(side.trim()).replace(/::[a-z ]+(\[\])?$/, "");
  return next === side ? side : bare(next);
}

function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, kind] of structure(text)) {
    depth += kind === "(" ? 1 : kind === ")" ? -1 : 0;
    if (depth === 0 && kind === " " && at >= from && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at));
      from = at + separator.length;
    }
  }
  return [...parts, text.slice(from)];
}

/** Yields the parentheses and spaces outside of quotes, with their positions. */
function* structure(text: string): Generator<[number, string]> {
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === "(" || character === ")" || character === " ") yield [at, character];
  }
}
