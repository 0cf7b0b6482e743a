import {
  endOwnSession,
  ownSessions,
  refreshToken,
  signIn,
  signOut,
} from "#contract/session/endpoints";
import type { Bind } from "../../http/bind.ts";
import { sessionMessages } from "./messages.ts";
import type { SessionService } from "./session.service.ts";

const tokenOf = (bearer: string) => bearer.slice("Bearer ".length);

export function sessionRoutes(bind: Bind, { sessions }: { sessions: SessionService }) {
  bind.json(signIn, async (call, { body }) => ({ data: await sessions.signIn(call, body) }));
  bind.json(refreshToken, async (call, { headers }) => ({
    data: await sessions.refreshTokens(call, tokenOf(headers.refresh)),
  }));
  bind.json(signOut, async (call, { headers }) => {
    await sessions.signOut(call, tokenOf(headers.authorization));
    return { message: "Signed out", data: null };
  });
  bind.json(ownSessions, async (call) => ({ data: await sessions.listOwnSessions(call) }));
  bind.json(endOwnSession, async (call, { params }) => {
    await sessions.endOwnSession(call, params.id);
    return { message: sessionMessages.ended, data: null };
  });
}
