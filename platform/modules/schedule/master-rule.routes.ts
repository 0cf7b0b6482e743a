import * as contract from "#contract/schedule/master-rule";
import type { Bind } from "../../http/bind.ts";
import { findTimeSlots } from "./master-rule.queries.ts";
import { addRule, changeRule, listRules, removeRule, showRule, showRuleBySlot } from "./master-rule.service.ts";

export function masterRuleRoutes(bind: Bind) {
  bind.json(contract.listTimeSlots, async ({ scope, db }) => ({ data: await findTimeSlots(scope, db) }));
  bind.json(contract.findMasterRules, async (call, { query }) => ({ data: await listRules(call, query) }));
  bind.json(contract.masterRuleBySlot, async (call, { query }) => ({ data: await showRuleBySlot(call, query) }));
  bind.json(contract.findMasterRule, async (call, { query }) => ({ data: await showRule(call, query.id) }));
  bind.json(contract.addMasterRule, async (call, { body }) => ({ message: "Rule saved", data: await addRule(call, body) }));
  bind.json(contract.changeMasterRule, async (call, { body }) => ({ message: "Rule saved", data: await changeRule(call, body) }));
  bind.json(contract.removeMasterRule, async (call, { query }) => {
    await removeRule(call, query);
    return { message: "Rule removed. The location inherits again.", data: null };
  });
}
