import { is, Placeholder, SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/**
 * Builds a statement's text once, for statements that run many times a second: building it again
 * takes longer than sending it. `build` is called once, with a placeholder for each value it
 * names; each call sends its own values (docs/decisions/performance.md).
 */
export function statement<Values extends Record<string, unknown>>(
  build: (values: { [Name in keyof Values]: SQL }) => SQL,
): (values: Values) => SQL {
  let written: { text: string; names: string[] } | undefined;
  return (values) => {
    written ??= write(build);
    return new WrittenStatement(
      written.text,
      written.names.map((name) => values[name]),
    );
  };
}

function write<Names extends object>(build: (values: Names) => SQL) {
  const standIns = new Proxy(
    {},
    { get: (_, name: string) => sql`${sql.placeholder(name)}` },
  ) as Names;
  const { sql: text, params } = new PgDialect().sqlToQuery(build(standIns));
  const names = params.map((param) => {
    if (!is(param, Placeholder)) throw new Error(`a statement's value without a name: ${param}`);
    return String(param.name);
  });
  return { text, names };
}

function inAnother(): never {
  throw new Error("a statement is no part of another");
}

class WrittenStatement extends SQL {
  constructor(
    readonly text: string,
    readonly values: unknown[],
  ) {
    super([{ getSQL: inAnother }]);
  }
  override toQuery() {
    return { sql: this.text, params: this.values };
  }
}
