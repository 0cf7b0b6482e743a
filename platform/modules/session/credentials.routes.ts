import { messages } from "#contract/base/messages";
import { roles } from "#contract/base/roles";
import {
  activatePassword,
  changePassword,
  makeTempToken,
  onboardingInfo,
  recoveryMail,
  resetPassword,
  resetUserPassword,
  validateTempToken,
} from "#contract/session/credentials";
import { peopleScopeOf } from "../../access/scope.ts";
import type { Bind } from "../../http/bind.ts";
import { type AccountNeeds, accountsService } from "./credentials.service.ts";
import { tempTokensService } from "./temp-tokens.service.ts";

export function credentialRoutes(bind: Bind, needs: AccountNeeds) {
  const { db } = needs.database;
  const accounts = accountsService(needs);
  const tempTokens = tempTokensService(needs);

  bind.json(recoveryMail, async (call, { query }) => {
    await accounts.mailRecovery(query.username, call);
    return { message: messages.recoveryMailed, data: null };
  });
  bind.json(resetPassword, async (call, { body }) => ({
    message: "Your password has been changed. Please sign in.",
    data: await accounts.resetPassword(body.token, body.password, call),
  }));
  bind.json(onboardingInfo, async (_call, { query }) => {
    const { role, ...person } = await accounts.describeInvitation(query.token);
    return { data: { ...person, role: { roleIdentifier: role, name: roles[role].label } } };
  });
  bind.json(activatePassword, async (call, { body }) => ({
    message: "Your account is ready. Please sign in.",
    data: await accounts.activate(body.token, body.password, body.profile, call),
  }));
  bind.json(changePassword, async (call, { body }) => {
    await accounts.changePassword(body.currentPassword, body.password, call);
    return { message: "Your password has been changed. Your other sessions have been ended.", data: null };
  });
  bind.json(resetUserPassword, async (call, { query, body }) => {
    await accounts.resetOther(call.scope, body.userId, call);
    return { message: "A mail with a link is on its way, and the user's sessions have been ended.", data: null };
  });
  bind.json(makeTempToken, async (call, { query, body }) => ({
    data: await tempTokens.make(call.scope, body.userId, call),
  }));
  bind.json(validateTempToken, async (call, { query }) => ({
    message: messages.tempTokenValid,
    data: await tempTokens.exchange(query.tempToken, call),
  }));
}
