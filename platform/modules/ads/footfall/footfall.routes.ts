import * as contract from "#contract/ads/footfall";
import { footfallImport } from "#contract/imports/endpoints";
import type { Bind } from "../../../http/bind.ts";
import { bindImport } from "../../imports/index.ts";
import { replaceFootfall, showFootfall } from "./footfall.service.ts";
import { footfallImporter } from "./footfall-import.ts";

/** Visitors to stores by hour, from which impressions are estimated. */
export function footfallRoutes(bind: Bind) {
  bind.json(contract.saveFootfall, async (call, { body }) => {
    const data = await replaceFootfall(call, body);
    return { message: `${call.figures.counted(data.saved, "hour")} saved`, data };
  });
  bind.json(contract.footfallOverview, async (call) => ({ data: await showFootfall(call) }));
  bindImport(bind, {
    endpoints: footfallImport.endpoints,
    importer: footfallImporter,
    fileName: "Footfall",
  });
}
