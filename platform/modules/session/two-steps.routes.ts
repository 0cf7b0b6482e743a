import * as contract from "#contract/session/two-steps";
import type { Bind } from "../../http/bind.ts";
import { sessionMessages } from "./messages.ts";
import type { ProofNeeds } from "./two-step-proof.ts";
import { twoStepsService } from "./two-steps.service.ts";

export function twoStepsRoutes(bind: Bind, services: ProofNeeds) {
  const twoSteps = twoStepsService(services);
  bind.json(contract.signInSecondStep, async (call, { body }) => ({
    data: await twoSteps.signIn(call, body),
  }));
  bind.json(contract.ownTwoSteps, async (call) => ({ data: await twoSteps.showOwn(call) }));
  bind.json(contract.beginTwoSteps, async (call, { body }) => ({
    data: await twoSteps.begin(call, body),
  }));
  bind.json(contract.confirmTwoSteps, async (call, { body }) => ({
    message: sessionMessages.turnedOn,
    data: await twoSteps.confirm(call, body),
  }));
  bind.json(contract.renewRecoveryCodes, async (call, { body }) => ({
    message: sessionMessages.newCodes,
    data: await twoSteps.renewCodes(call, body),
  }));
  bind.json(contract.turnOffTwoSteps, async (call, { body }) => {
    await twoSteps.turnOff(call, body);
    return { message: sessionMessages.turnedOff, data: null };
  });
  bind.json(contract.resetTwoSteps, async (call, { body }) => {
    const mail = await twoSteps.reset(call, body.userId);
    return { message: sessionMessages.twoStepsReset(mail), data: { mail } };
  });
}
