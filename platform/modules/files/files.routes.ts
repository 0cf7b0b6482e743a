import * as contract from "#contract/files/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";

export function fileRoutes(bind: Bind, { keeper }: Pick<Services, "keeper">) {
  bind.file(contract.readFile, (call, { params, headers }) =>
    keeper.showFile(call, {
      id: params.id,
      conditions: { range: headers.range, ifRange: headers["if-range"], ifNoneMatch: headers["if-none-match"] },
    }),
  );
}
