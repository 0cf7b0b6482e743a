import { parse } from "libpg-query";

type Node = { [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const statements = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"] as const;

/**
 * The tenant tables that a statement reads or changes without naming the company: `company_id = …` in its WHERE or a join's ON, as itself or
 * in a row, with a value, with an outer query's column, or with a table that has it so. In an INSERT it is a column. An OR counts where each branch
 * has it; `= any(…)` and IN do not: they may name many companies.
 */
export async function findWithoutCompany(sql: string, isTenant: (table: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt?: Node }[] };
  for (const { stmt } of stmts) if (stmt) visit(stmt, new Set(), found, isTenant);
  return [...new Set(found)];
}

/** Looks for queries within a node, however deep. */
function visit(value: unknown, ctes: ReadonlySet<string>, found: string[], isTenant: (table: string) => boolean): void {
  if (Array.isArray(value)) for (const one of value) visit(one, ctes, found, isTenant);
  if (!isNode(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (statements.includes(key as (typeof statements)[number]) && isNode(inner)) visitQuery(inner, ctes, found, isTenant);
    else if ((key === "larg" || key === "rarg") && isNode(inner) && "op" in inner) visitQuery(inner, ctes, found, isTenant);
    else visit(inner, ctes, found, isTenant);
  }
}

/** One level of a query: each tenant table in it must be tied to a company. */
function visitQuery(query: Node, outer: ReadonlySet<string>, found: string[], isTenant: (table: string) => boolean): void {
  const withClause = isNode(query.withClause) ? query.withClause : undefined;
  const names = listOf(withClause?.ctes).map(({ CommonTableExpr }) => String((CommonTableExpr as Node).ctename));
  const ctes = new Set([...outer, ...names]);
  visit(query, ctes, found, isTenant);

  const tables = new Map<string, string>();
  const conditions: unknown[] = [query.whereClause];
  const using: string[][] = [];
  const read = (item: unknown): string[] => {
    if (!isNode(item)) return [];
    const { RangeVar, JoinExpr } = item as { RangeVar?: Node; JoinExpr?: Node };
    if (RangeVar) return add(RangeVar);
    if (!JoinExpr) return [];
    const sides = [...read(JoinExpr.larg), ...read(JoinExpr.rarg)];
    conditions.push(JoinExpr.quals);
    if (listOf(JoinExpr.usingClause).some(({ String: name }) => (name as Node).sval === "company_id")) using.push(sides);
    return sides;
  };
  const add = (range: Node): string[] => {
    const table = String(range.relname);
    const alias = isNode(range.alias) ? String(range.alias.aliasname) : table;
    if (!ctes.has(table)) tables.set(alias, table);
    return [alias];
  };
  for (const item of [...listOf(query.fromClause), ...listOf(query.usingClause)]) read(item);
  const isInsert = "cols" in query || "onConflictClause" in query || "selectStmt" in query;
  if (isNode(query.relation) && !isInsert) add(query.relation);
  if (isNode(query.relation) && isInsert && isTenant(String(query.relation.relname))) {
    const columns = listOf(query.cols).map(({ ResTarget }) => (ResTarget as Node).name);
    if (columns.length > 0 && !columns.includes("company_id")) found.push(String(query.relation.relname));
  }
  if (tables.size === 0) return;
  const ties = conditions.flatMap((condition) => tiesOf(condition, tables));
  for (const sides of using) for (const side of sides) ties.push([sides[0] ?? side, side]);
  const tied = new Set<string>();
  for (let before = -1; before !== tied.size; ) {
    before = tied.size;
    for (const [one, other] of ties) {
      const isGiven = (side: string) => side === given || tied.has(side) || !tables.has(side);
      if (isGiven(one)) tied.add(other);
      if (isGiven(other)) tied.add(one);
    }
  }
  for (const [alias, table] of tables) if (isTenant(table) && !tied.has(alias)) found.push(table);
}

/** What company_id is compared with where that is no column of this level. */
const given = "";
type Tie = [string, string];

function tiesOf(condition: unknown, tables: ReadonlyMap<string, string>): Tie[] {
  if (!isNode(condition)) return [];
  const { BoolExpr, A_Expr, SubLink } = condition as { BoolExpr?: Node; A_Expr?: Node; SubLink?: Node };
  if (BoolExpr?.boolop === "AND_EXPR") return listOf(BoolExpr.args).flatMap((part) => tiesOf(part, tables));
  if (BoolExpr?.boolop === "OR_EXPR") {
    const [first = [], ...others] = listOf(BoolExpr.args).map((part) => tiesOf(part, tables));
    return first.filter(([one, other]) => others.every((ties) => ties.some((tie) => tie.includes(one) && tie.includes(other))));
  }
  // (company_id, id) in (select …): the query within names its own
  if (SubLink?.subLinkType === "ANY_SUBLINK")
    return sidesOf(SubLink.testexpr, tables).flatMap((side): Tie[] => (side ? [[side, given]] : []));
  const isEqual = A_Expr?.kind === "AEXPR_OP" && listOf(A_Expr.name).some(({ String: name }) => (name as Node).sval === "=");
  if (!A_Expr || !isEqual) return [];
  const [left, right] = [sidesOf(A_Expr.lexpr, tables), sidesOf(A_Expr.rexpr, tables)];
  return left.flatMap((one, at): Tie[] => {
    const other = at < right.length ? right[at] : given;
    return one === undefined || other === undefined || one === other ? [] : [[one, other]];
  });
}

/**
 * What stands on one side of an equation, a row's members one by one: the table whose company it is (its company_id, or the id of `company`), `given` for what
 * is known outside of this level, undefined for another column of it.
 */
function sidesOf(expression: unknown, tables: ReadonlyMap<string, string>): (string | undefined)[] {
  if (!isNode(expression)) return [given];
  const { RowExpr, ColumnRef, TypeCast } = expression as { RowExpr?: Node; ColumnRef?: Node; TypeCast?: Node };
  if (RowExpr) return listOf(RowExpr.args).map((part) => sidesOf(part, tables)[0]);
  if (TypeCast) return sidesOf(TypeCast.arg, tables);
  if (!ColumnRef) return [given];
  const fields = listOf(ColumnRef.fields).map(({ String: name }) => (isNode(name) ? String(name.sval) : "*"));
  const alias = fields.at(-2) ?? (tables.size === 1 ? [...tables.keys()][0] : undefined);
  if (alias === undefined) return [undefined];
  if (!tables.has(alias)) return [given];
  return [fields.at(-1) === (tables.get(alias) === "company" ? "id" : "company_id") ? alias : undefined];
}
