import * as account from "#contract/session/company-account";
import * as contract from "#contract/session/company-sign-in";
import type { Bind } from "../../http/bind.ts";
import { companyAccountService } from "./company-account.service.ts";
import { changeSignInRules, showSignInRules } from "./company-sign-in.service.ts";
import { sessionMessages } from "./messages.ts";

export function companySignInRoutes(
  bind: Bind,
  services: Parameters<typeof companyAccountService>[0],
) {
  const accounts = companyAccountService(services);
  bind.json(contract.findSignInRules, async (call) => ({ data: await showSignInRules(call) }));
  bind.json(contract.setSignInRules, async (call, { body }) => {
    await changeSignInRules(call, body);
    return { message: sessionMessages.rulesSaved, data: null };
  });
  bind.json(account.findSignInService, async (call) => ({ data: await accounts.show(call) }));
  bind.json(account.setSignInService, async (call, { body }) => {
    await accounts.change(call, body);
    return { message: sessionMessages.serviceSaved, data: null };
  });
  bind.json(account.beginCompanySignIn, async (call, { body }) => ({
    data: await accounts.begin(call, body),
  }));
  bind.json(account.finishCompanySignIn, async (call, { body }) => ({
    data: await accounts.finish(call, body),
  }));
}
