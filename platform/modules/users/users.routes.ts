import { me } from "#contract/users";
import type { Db } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { describeMe } from "./users.service.ts";

export function userRoutes(bind: Bind, db: Db) {
  bind.json(me, async (_args, { caller }) => ({ data: await describeMe(db, caller) }));
}
