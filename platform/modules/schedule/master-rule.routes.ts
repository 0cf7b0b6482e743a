import * as contract from "#contract/schedule/master-rule";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { findTimeSlots } from "./master-rule.queries.ts";
import { addRule, changeRule, companyRules, removeRule, ruleBySlot, showRule } from "./master-rule.service.ts";

export function masterRuleRoutes(bind: Bind, database: Database) {
  const { db } = database;
  bind.json(contract.listTimeSlots, async ({ query }, { caller }) => ({
    data: await findTimeSlots(await scopeOf(db, caller, query.companyId), db),
  }));
  bind.json(contract.findMasterRules, async ({ query }, { caller }) => ({
    data: await companyRules(await scopeOf(db, caller, query.companyId), db, query.groupId),
  }));
  bind.json(contract.masterRuleBySlot, async ({ query: { companyId, ...which } }, { caller }) => ({
    data: await ruleBySlot(await scopeOf(db, caller, companyId), db, which),
  }));
  bind.json(contract.findMasterRule, async ({ query }, { caller }) => ({
    data: await showRule(await scopeOf(db, caller, query.companyId), db, query.id),
  }));
  bind.json(contract.addMasterRule, async ({ query, body }, call) => ({
    message: "Rule saved",
    data: await addRule(await scopeOf(db, call.caller, query.companyId), database, body, call),
  }));
  bind.json(contract.changeMasterRule, async ({ query, body }, call) => ({
    message: "Rule saved",
    data: await changeRule(await scopeOf(db, call.caller, query.companyId), database, body, call),
  }));
  bind.json(contract.removeMasterRule, async ({ query }, call) => {
    await removeRule(await scopeOf(db, call.caller, query.companyId), database, query.id, query.version, call);
    return { message: "Rule removed: the unit inherits again", data: null };
  });
}
