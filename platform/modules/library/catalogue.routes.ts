import {
  catalogue,
  catalogueCounts,
  demoLanguages,
  demoSongTypes,
} from "#contract/library/catalogue";
import type { Bind } from "../../http/bind.ts";
import { countByKind, findItemsInUse } from "./catalogue.queries.ts";
import {
  addItem,
  changeItem,
  listDoubles,
  listItems,
  mergeItems,
  NearNames,
  removeItem,
} from "./catalogue.service.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { catalogueMessages } from "./messages.ts";

/** One mechanism for all lists of the provider's library. */
export function catalogueRoutes(bind: Bind, { indexes }: { indexes: LibraryIndexes }) {
  const nearNames = new NearNames();

  for (const { list, endpoints } of catalogue) {
    const label = `${list.one.charAt(0).toUpperCase()}${list.one.slice(1)}`;
    bind.json(endpoints.list, (call, { query }) =>
      listItems({ ...call, indexes }, { ...query, list }),
    );
    bind.json(endpoints.add, async (call, { body }) => {
      const data = await addItem(call, { ...body, list });
      return { message: `${label} ${data.name} added`, data };
    });
    bind.json(endpoints.change, async (call, { body }) => {
      const data = await changeItem(call, { ...body, list });
      return { message: `${label} ${data.name} saved`, data };
    });
    bind.json(endpoints.remove, async (call, { query }) => {
      const data = await removeItem(call, { list, id: query.id });
      return { message: `${label} ${data.name} deleted`, data };
    });
    bind.json(endpoints.merge, async (call, { body }) => {
      const data = await mergeItems({ ...call, indexes }, { ...body, list });
      const items = call.figures.counted(data.merged, list.one, list.many);
      const songs = call.figures.counted(data.songs, "song");
      return { message: catalogueMessages.merged(items, data.name, songs), data };
    });
    bind.json(endpoints.doubles, async (call) => ({
      data: await listDoubles({ ...call, indexes, nearNames }, list),
    }));
  }
  bind.json(catalogueCounts, async ({ scope, db }) => ({ data: await countByKind(scope, db) }));
  bind.json(demoLanguages, async ({ scope, db }) => ({
    data: await findItemsInUse(scope, db, "language"),
  }));
  bind.json(demoSongTypes, async ({ scope, db }) => ({
    data: await findItemsInUse(scope, db, "genre"),
  }));
}
