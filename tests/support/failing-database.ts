import type { Database } from "#platform/db/database";

/** Gives the database with a first transaction that fails, as if its connection were cut. */
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
