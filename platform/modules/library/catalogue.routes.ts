import { catalogue, catalogueCounts, demoLanguages, demoSongTypes } from "#contract/library/catalogue";
import { libraryScope, providerScope } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { countByKind, findItemsInUse } from "./catalogue.queries.ts";
import { catalogueService } from "./catalogue.service.ts";
import type { LibraryIndexes } from "./library-index.ts";

type Needs = { database: Database; clock: () => number; indexes: LibraryIndexes };

/** One mechanism for all lists of the provider's library. */
export function catalogueRoutes(bind: Bind, { database, clock, indexes }: Needs) {
  const { db } = database;
  const service = catalogueService(database, indexes, clock);

  for (const { list, endpoints } of catalogue) {
    const named = `${list.one.charAt(0).toUpperCase()}${list.one.slice(1)}`;
    bind.json(endpoints.list, async (call, { query }) => service.list(call.scope, list, query));
    bind.json(endpoints.add, async (call, { body }) => {
      const data = await service.add(call.scope, list, body, call);
      return { message: `${named} ${data.name} added`, data };
    });
    bind.json(endpoints.change, async (call, { body }) => {
      const data = await service.change(call.scope, list, body, call);
      return { message: `${named} ${data.name} saved`, data };
    });
    bind.json(endpoints.remove, async (call, { query }) => {
      const data = await service.remove(call.scope, list, query.id, call);
      return { message: `${named} ${data.name} deleted`, data };
    });
    bind.json(endpoints.merge, async (call, { body }) => {
      const data = await service.merge(call.scope, list, body, call);
      const [items, songs] = [counted(data.merged, list.one, list.many), counted(data.songs, "song", "songs")];
      return { message: `${items} merged into ${data.name}, ${songs} changed`, data };
    });
    bind.json(endpoints.doubles, async (call) => ({ data: await service.doubles(call.scope, list) }));
  }
  bind.json(catalogueCounts, async (call) => ({ data: await countByKind(call.scope, db) }));
  bind.json(demoLanguages, async () => ({ data: await findItemsInUse(await providerScope(db), db, "language") }));
  bind.json(demoSongTypes, async () => ({ data: await findItemsInUse(await providerScope(db), db, "genre") }));
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString("en-IN")} ${count === 1 ? one : many}`;
