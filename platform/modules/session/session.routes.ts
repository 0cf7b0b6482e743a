import { endOwnSession, ownSessions, refreshToken, signIn, signOut } from "#contract/session/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { SessionService } from "./session.service.ts";

export function sessionRoutes(bind: Bind, sessions: SessionService) {
  bind.json(signIn, async (call, { body }) => ({ data: await sessions.signIn(body, call) }));
  bind.json(refreshToken, async (_call, { headers }) => ({ data: await sessions.refresh(headers.refresh.slice("Bearer ".length)) }));
  bind.json(signOut, async (_call, { headers }) => {
    await sessions.signOut(headers.authorization.slice("Bearer ".length));
    return { message: "Signed out", data: null };
  });
  bind.json(ownSessions, async (call) => ({ data: await sessions.ofCaller(call.caller) }));
  bind.json(endOwnSession, async (call, { params }) => {
    await sessions.endOwn(params.id, call);
    return { message: "The session has been ended", data: null };
  });
}
