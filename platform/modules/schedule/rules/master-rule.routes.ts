import * as contract from "#contract/schedule/master-rule";
import { checkMasterRule } from "#contract/schedule/rule-check";
import { copyMasterRule } from "#contract/schedule/rule-copy";
import * as versions from "#contract/schedule/rule-versions";
import * as slots from "#contract/schedule/time-slots";
import { findRuleTrial, tryMasterRule } from "#contract/schedule/what-if";
import type { Bind } from "../../../http/bind.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import { changeTimeSlots } from "../slots/time-slots.service.ts";
import { copyRules } from "./copy-rules.service.ts";
import {
  addRule,
  changeRule,
  listRules,
  removeRule,
  showRule,
  showRuleBySlot,
} from "./master-rule.service.ts";
import { checkRule } from "./rule-check.service.ts";
import { showTrial, startTrial } from "./rule-trials.service.ts";
import { listVersions, restoreRules, showVersion } from "./rule-versions.service.ts";

export function masterRuleRoutes(bind: Bind) {
  bind.json(slots.listTimeSlots, async ({ scope, db }) => ({
    data: await findTimeSlots(scope, db),
  }));
  bind.json(slots.changeTimeSlots, async (call, { body }) => {
    const data = await changeTimeSlots(call, body);
    return { ...(!body.dryRun && { message: "Time slots saved" }), data };
  });
  bind.json(contract.findMasterRules, async (call, { query }) => ({
    data: await listRules(call, query),
  }));
  bind.json(contract.masterRuleBySlot, async (call, { query }) => ({
    data: await showRuleBySlot(call, query),
  }));
  bind.json(contract.findMasterRule, async (call, { query }) => ({
    data: await showRule(call, query.id),
  }));
  bind.json(contract.addMasterRule, async (call, { body }) => ({
    message: "Rule saved",
    data: await addRule(call, body),
  }));
  bind.json(contract.changeMasterRule, async (call, { body }) => ({
    message: "Rule saved",
    data: await changeRule(call, body),
  }));
  bind.json(checkMasterRule, async (call, { body }) => ({ data: await checkRule(call, body) }));
  bind.json(tryMasterRule, async (call, { body }) => ({ data: await startTrial(call, body) }));
  bind.json(findRuleTrial, async (call, { query }) => ({ data: await showTrial(call, query) }));
  bind.json(versions.listRuleVersions, (call, { query }) => listVersions(call, query));
  bind.json(versions.findRuleVersion, async (call, { query }) => ({
    data: await showVersion(call, query.id),
  }));
  bind.json(versions.restoreMasterRule, async (call, { body }) => {
    const data = await restoreRules(call, body);
    return {
      message: body.undoOf
        ? `Undone: ${call.figures.counted(data.changed, "rule")} as before`
        : "Rule restored",
      data,
    };
  });
  bind.json(copyMasterRule, async (call, { body }) => {
    const data = await copyRules(call, body);
    return {
      ...(!body.dryRun && { message: `${call.figures.counted(data.changed, "rule")} copied` }),
      data,
    };
  });
  bind.json(contract.removeMasterRule, async (call, { query }) => {
    await removeRule(call, query);
    return { message: "Rule removed. The location inherits again.", data: null };
  });
}
