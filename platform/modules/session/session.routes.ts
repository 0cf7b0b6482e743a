import { endOwnSession, ownSessions, refreshToken, signIn, signOut } from "#contract/session/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { SessionService } from "./session.service.ts";

export function sessionRoutes(bind: Bind, sessions: SessionService) {
  bind.json(signIn, async ({ body }, call) => ({ data: await sessions.signIn(body, call) }));
  bind.json(refreshToken, async ({ headers }) => ({ data: await sessions.refresh(headers.refresh.slice("Bearer ".length)) }));
  bind.json(signOut, async ({ headers }) => {
    await sessions.signOut(headers.authorization.slice("Bearer ".length));
    return { message: "Signed out", data: null };
  });
  bind.json(ownSessions, async (_args, { caller }) => ({ data: await sessions.ofCaller(caller) }));
  bind.json(endOwnSession, async ({ params }, call) => {
    await sessions.endOwn(params.id, call);
    return { message: "The session has been ended", data: null };
  });
}
