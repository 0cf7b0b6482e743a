import type { Database } from "#platform/db/database";

/** The same database, of which the first transaction finds its connection cut. */
export function withCutConnection(database: Database): Database {
  let isCut = false;
  return {
    ...database,
    transaction: (work) => {
      if (isCut) return database.transaction(work);
      isCut = true;
      return Promise.reject(new Error("the connection was cut"));
    },
  };
}
