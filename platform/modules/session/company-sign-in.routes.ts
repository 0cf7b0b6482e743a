import * as account from "#contract/session/company-account";
import * as contract from "#contract/session/company-sign-in";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import {
  beginCompanySignIn,
  changeSignInService,
  finishCompanySignIn,
  showSignInService,
} from "./company-account.service.ts";
import { changeSignInRules, showSignInRules } from "./company-sign-in.service.ts";
import { sessionMessages } from "./messages.ts";
import type { Sessions } from "./session.service.ts";

/**
 * Rules for sign-in, and sign-in with the account that people have at their company
 * (docs/decisions/company-account.md).
 */
export function companySignInRoutes(
  bind: Bind,
  services: Pick<Services, "appSecret" | "publicUrl" | "webhookReceivers" | "logger"> & {
    sessions: Sessions;
  },
) {
  const { sessions, appSecret, publicUrl, webhookReceivers, logger } = services;
  const ports = { appSecret, publicUrl, webhookReceivers, logger };
  bind.json(contract.findSignInRules, async (call) => ({ data: await showSignInRules(call) }));
  bind.json(contract.setSignInRules, async (call, { body }) => {
    await changeSignInRules(call, body);
    return { message: sessionMessages.rulesSaved, data: null };
  });
  bind.json(account.findSignInService, async (call) => ({
    data: await showSignInService({ ...call, publicUrl }),
  }));
  bind.json(account.setSignInService, async (call, { body }) => {
    await changeSignInService({ ...call, appSecret, webhookReceivers }, body);
    return { message: sessionMessages.serviceSaved, data: null };
  });
  bind.json(account.beginCompanySignIn, async (call, { body }) => ({
    data: await beginCompanySignIn({ ...call, ...ports }, body),
  }));
  bind.json(account.finishCompanySignIn, async (call, { body }) => ({
    data: await finishCompanySignIn({ ...call, ...ports, sessions }, body),
  }));
}
