import { messages } from "#contract/base/messages";
import * as contract from "#contract/session/credentials";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import {
  activateAccount,
  changePassword,
  describeInvitation,
  mailEntrance,
  resetPassword,
  resetUserPassword,
} from "./credentials.service.ts";
import { sessionMessages } from "./messages.ts";
import type { Sessions } from "./session.service.ts";
import { exchangeTempToken, makeTempToken } from "./temp-tokens.service.ts";

export function credentialRoutes(
  bind: Bind,
  { emails, sessions }: Pick<Services, "emails"> & { sessions: Sessions },
) {
  bind.json(contract.recoveryMail, async (call, { query }) => {
    await mailEntrance({ ...call, emails }, query.username, "recovery");
    return { message: messages.recoveryMailed, data: null };
  });
  bind.json(contract.mailSignInLink, async (call, { body }) => {
    await mailEntrance({ ...call, emails }, body.username, "sign-in");
    return { message: messages.signInLinkMailed, data: null };
  });
  bind.json(contract.resetPassword, async (call, { body }) => ({
    message: sessionMessages.passwordSet,
    data: await resetPassword(call, body),
  }));
  bind.json(contract.onboardingInfo, async (call, { query }) => ({
    data: await describeInvitation(call, query.token),
  }));
  bind.json(contract.activatePassword, async (call, { body }) => ({
    message: sessionMessages.accountReady,
    data: await activateAccount(call, body),
  }));
  bind.json(contract.changePassword, async (call, { body }) => {
    await changePassword(call, body);
    return { message: sessionMessages.passwordChanged, data: null };
  });
  bind.json(contract.resetUserPassword, async (call, { body }) => {
    const mail = await resetUserPassword({ ...call, emails }, body.userId);
    return { message: sessionMessages.passwordReset(mail), data: { mail } };
  });
  bind.json(contract.makeTempToken, async (call, { body }) => ({
    data: await makeTempToken(call, body.userId),
  }));
  bind.json(contract.validateTempToken, async (call, { query }) => ({
    message: messages.tempTokenValid,
    data: await exchangeTempToken({ ...call, sessions }, query.tempToken),
  }));
}
