import * as contract from "#contract/session/passkeys";
import type { Bind } from "../../http/bind.ts";
import { sessionMessages } from "./messages.ts";
import { passkeysService } from "./passkeys.service.ts";
import type { ProofNeeds } from "./two-step-proof.ts";

export function passkeysRoutes(bind: Bind, services: ProofNeeds) {
  const passkeys = passkeysService(services);
  bind.json(contract.passkeyOptions, async (call, { body }) => ({
    data: await passkeys.options(call, body.challenge),
  }));
  bind.json(contract.signInByPasskey, async (call, { body }) => ({
    data: await passkeys.signIn(call, body),
  }));
  bind.json(contract.beginPasskey, async (call, { body }) => ({
    data: await passkeys.begin(call, body),
  }));
  bind.json(contract.confirmPasskey, async (call, { body }) => {
    await passkeys.confirm(call, body);
    return { message: sessionMessages.passkeyAdded(body.name), data: null };
  });
  bind.json(contract.removePasskey, async (call, { body }) => {
    await passkeys.remove(call, body);
    return { message: sessionMessages.passkeyRemoved, data: null };
  });
}
