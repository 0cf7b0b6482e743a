import { listCharts } from "#contract/charts";
import { scopeOf } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { chartChoices } from "./charts.service.ts";

export function chartRoutes(bind: Bind, db: Db) {
  bind.json(listCharts, async ({ query }, { caller }) => ({ data: await chartChoices(await scopeOf(db, caller, query.companyId), db) }));
}
