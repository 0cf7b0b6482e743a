import * as contract from "#contract/session/endpoints";
import type { Bind } from "../../http/bind.ts";
import { sessionMessages } from "./messages.ts";
import { endOwnSession, listOwnSessions } from "./own-sessions.service.ts";
import { refreshTokens, type Sessions, signIn, signOut } from "./session.service.ts";

const tokenOf = (bearer: string) => bearer.slice("Bearer ".length);

export function sessionRoutes(bind: Bind, { sessions }: { sessions: Sessions }) {
  bind.json(contract.signIn, async (call, { body }) => ({
    data: await signIn({ ...call, sessions }, body),
  }));
  bind.json(contract.refreshToken, async (call, { headers }) => ({
    data: await refreshTokens({ ...call, sessions }, tokenOf(headers.refresh)),
  }));
  bind.json(contract.signOut, async (call, { headers }) => {
    await signOut({ ...call, sessions }, tokenOf(headers.authorization));
    return { message: "Signed out", data: null };
  });
  bind.json(contract.ownSessions, async (call) => ({ data: await listOwnSessions(call) }));
  bind.json(contract.endOwnSession, async (call, { params }) => {
    await endOwnSession(call, params.id);
    return { message: sessionMessages.ended, data: null };
  });
}
