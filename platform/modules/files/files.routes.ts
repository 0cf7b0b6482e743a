import * as contract from "#contract/files/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { FileKeeper } from "./files.service.ts";

export function fileRoutes(bind: Bind, { keeper }: { keeper: FileKeeper }) {
  bind.file(contract.readFile, (call, { params, headers }) =>
    keeper.showFile(call, {
      id: params.id,
      conditions: {
        range: headers.range,
        ifRange: headers["if-range"],
        ifNoneMatch: headers["if-none-match"],
      },
    }),
  );
}
