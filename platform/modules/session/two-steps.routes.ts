import * as contract from "#contract/session/two-steps";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { sessionMessages } from "./messages.ts";
import type { Sessions } from "./session.service.ts";
import {
  beginTwoSteps,
  confirmTwoSteps,
  renewRecoveryCodes,
  resetTwoSteps,
  showOwnTwoSteps,
  signInByCode,
  turnOffTwoSteps,
} from "./two-steps.service.ts";

/**
 * Sign-in by two steps: a code of an authenticator app, or a recovery code, after the password or
 * the mailed link (INT-2).
 */
export function twoStepsRoutes(
  bind: Bind,
  { sessions, appSecret, emails }: Pick<Services, "appSecret" | "emails"> & { sessions: Sessions },
) {
  bind.json(contract.signInSecondStep, async (call, { body }) => ({
    data: await signInByCode({ ...call, sessions, appSecret }, body),
  }));
  bind.json(contract.ownTwoSteps, async (call) => ({
    data: await showOwnTwoSteps({ ...call, appSecret }),
  }));
  bind.json(contract.beginTwoSteps, async (call, { body }) => ({
    data: await beginTwoSteps({ ...call, appSecret }, body),
  }));
  bind.json(contract.confirmTwoSteps, async (call, { body }) => ({
    message: sessionMessages.turnedOn,
    data: await confirmTwoSteps({ ...call, appSecret, emails }, body),
  }));
  bind.json(contract.renewRecoveryCodes, async (call, { body }) => ({
    message: sessionMessages.newCodes,
    data: await renewRecoveryCodes({ ...call, appSecret }, body),
  }));
  bind.json(contract.turnOffTwoSteps, async (call, { body }) => {
    await turnOffTwoSteps({ ...call, appSecret, emails }, body);
    return { message: sessionMessages.turnedOff, data: null };
  });
  bind.json(contract.resetTwoSteps, async (call, { body }) => {
    const mail = await resetTwoSteps({ ...call, emails }, body.userId);
    return { message: sessionMessages.twoStepsReset(mail), data: { mail } };
  });
}
