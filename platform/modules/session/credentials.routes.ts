import { messages } from "#contract/base/messages";
import {
  activatePassword,
  changePassword,
  mailSignInLink,
  makeTempToken,
  onboardingInfo,
  recoveryMail,
  resetPassword,
  resetUserPassword,
  validateTempToken,
} from "#contract/session/credentials";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { accountsService } from "./credentials.service.ts";
import { sessionMessages } from "./messages.ts";
import type { SessionService } from "./session.service.ts";
import { tempTokensService } from "./temp-tokens.service.ts";

export function credentialRoutes(
  bind: Bind,
  services: Pick<Services, "emails"> & { sessions: SessionService },
) {
  const accounts = accountsService(services);
  const tempTokens = tempTokensService(services);

  bind.json(recoveryMail, async (call, { query }) => {
    await accounts.mailEntrance(call, query.username, "recovery");
    return { message: messages.recoveryMailed, data: null };
  });
  bind.json(mailSignInLink, async (call, { body }) => {
    await accounts.mailEntrance(call, body.username, "sign-in");
    return { message: messages.signInLinkMailed, data: null };
  });
  bind.json(resetPassword, async (call, { body }) => ({
    message: sessionMessages.passwordSet,
    data: await accounts.resetPassword(call, body),
  }));
  bind.json(onboardingInfo, async (call, { query }) => ({
    data: await accounts.describeInvitation(call, query.token),
  }));
  bind.json(activatePassword, async (call, { body }) => ({
    message: sessionMessages.accountReady,
    data: await accounts.activateAccount(call, body),
  }));
  bind.json(changePassword, async (call, { body }) => {
    await accounts.changePassword(call, body);
    return { message: sessionMessages.passwordChanged, data: null };
  });
  bind.json(resetUserPassword, async (call, { body }) => {
    const mail = await accounts.resetUserPassword(call, body.userId);
    return { message: sessionMessages.passwordReset(mail), data: { mail } };
  });
  bind.json(makeTempToken, async (call, { body }) => ({
    data: await tempTokens.makeTempToken(call, body.userId),
  }));
  bind.json(validateTempToken, async (call, { query }) => ({
    message: messages.tempTokenValid,
    data: await tempTokens.exchangeTempToken(call, query.tempToken),
  }));
}
