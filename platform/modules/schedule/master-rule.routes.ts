import * as contract from "#contract/schedule/master-rule";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { findTimeSlots } from "./master-rule.queries.ts";
import { addRule, changeRule, companyRules, removeRule, ruleBySlot, showRule } from "./master-rule.service.ts";

export function masterRuleRoutes(bind: Bind, database: Database) {
  const { db } = database;
  bind.json(contract.listTimeSlots, async (call, { query }) => ({
    data: await findTimeSlots(call.scope, db),
  }));
  bind.json(contract.findMasterRules, async (call, { query }) => ({
    data: await companyRules(call.scope, db, query.groupId),
  }));
  bind.json(contract.masterRuleBySlot, async (call, { query: { companyId, ...which } }) => ({
    data: await ruleBySlot(call.scope, db, which),
  }));
  bind.json(contract.findMasterRule, async (call, { query }) => ({
    data: await showRule(call.scope, db, query.id),
  }));
  bind.json(contract.addMasterRule, async (call, { query, body }) => ({
    message: "Rule saved",
    data: await addRule(call.scope, database, body, call),
  }));
  bind.json(contract.changeMasterRule, async (call, { query, body }) => ({
    message: "Rule saved",
    data: await changeRule(call.scope, database, body, call),
  }));
  bind.json(contract.removeMasterRule, async (call, { query }) => {
    await removeRule(call.scope, database, query.id, query.version, call);
    return { message: "Rule removed: the unit inherits again", data: null };
  });
}
