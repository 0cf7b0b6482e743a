import * as contract from "#contract/files/endpoints";
import { conditionsOf } from "../../files/serve-file.ts";
import type { Bind } from "../../http/bind.ts";
import type { FileKeeper } from "./files.service.ts";

export function fileRoutes(bind: Bind, { keeper }: { keeper: FileKeeper }) {
  bind.file(contract.readFile, (call, { params, headers }) =>
    keeper.showFile(call, {
      id: params.id,
      conditions: conditionsOf(headers),
    }),
  );
}
