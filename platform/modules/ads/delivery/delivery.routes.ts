import * as contract from "#contract/ads/delivery";
import type { Bind } from "../../../http/bind.ts";
import { answerTable } from "../../../http/table-file.ts";
import { exportPlays, listAsRun } from "./as-run.service.ts";
import { listStoreDelivery, showDelivery } from "./delivery.service.ts";
import { listMakeGoods, makeUpPlays, previewMakeGoods } from "./make-goods.service.ts";

export function deliveryRoutes(bind: Bind) {
  bind.json(contract.campaignDelivery, async (call, { query }) => ({
    data: await showDelivery(call, query.campaignId),
  }));
  bind.json(contract.campaignDeliveryByStore, (call, { query }) => listStoreDelivery(call, query));
  bind.json(contract.campaignAsRun, (call, { query }) => listAsRun(call, query));
  bind.file(contract.exportAsRun, async (call, { query }) =>
    answerTable(call, query, await exportPlays(call, query)),
  );
  bind.json(contract.listMakeGoods, (call, { query }) => listMakeGoods(call, query));
  bind.json(contract.previewMakeGoods, async (call, { query }) => ({
    data: await previewMakeGoods(call, query),
  }));
  bind.json(contract.makeUpPlays, async (call, { body }) => {
    const data = await makeUpPlays(call, body);
    const { counted } = call.figures;
    const booked =
      data.plays === 0
        ? "No plays booked"
        : `Booked ${counted(data.plays, "make-good")} in ${counted(data.stores, "store")}`;
    const message =
      data.left === 0 ? booked : `${booked}. ${counted(data.left, "missed play")} found no room`;
    return { message, data };
  });
}
