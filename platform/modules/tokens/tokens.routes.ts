import * as contract from "#contract/tokens/endpoints";
import type { Bind } from "../../http/bind.ts";
import { addToken, listTokens, renameToken, revokeToken } from "./tokens.service.ts";

/** Tokens with which other programs use the API (docs/decisions/tokens.md). */
export function tokenRoutes(bind: Bind) {
  bind.json(contract.listTokens, async (call) => ({ data: await listTokens(call) }));
  bind.json(contract.addToken, async (call, { body }) => {
    const data = await addToken(call, body);
    return { message: `API token “${data.name}” created`, data };
  });
  bind.json(contract.renameToken, async (call, { body }) => {
    const data = await renameToken(call, body);
    return { message: `API token “${data.name}” saved`, data };
  });
  bind.json(contract.revokeToken, async (call, { query }) => {
    const data = await revokeToken(call, query.id);
    return { message: `API token “${data.name}” revoked`, data };
  });
}
