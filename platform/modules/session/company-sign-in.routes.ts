import * as contract from "#contract/session/company-sign-in";
import type { Bind } from "../../http/bind.ts";
import { changeSignInRules, showSignInRules } from "./company-sign-in.service.ts";
import { sessionMessages } from "./messages.ts";

export function companySignInRoutes(bind: Bind) {
  bind.json(contract.findSignInRules, async (call) => ({ data: await showSignInRules(call) }));
  bind.json(contract.setSignInRules, async (call, { body }) => {
    await changeSignInRules(call, body);
    return { message: sessionMessages.rulesSaved, data: null };
  });
}
