import * as audio from "#contract/ads/spot-audio";
import * as contract from "#contract/ads/spots";
import type { Figures } from "#contract/base/figures";
import type { Status } from "#contract/base/status";
import { replacedWords } from "#contract/library/words";
import { conditionsOf } from "../../../files/serve-file.ts";
import { onlyFile } from "../../../files/uploaded-file.ts";
import type { Bind } from "../../../http/bind.ts";
import type { Services } from "../../../services.ts";
import type { FileKeeper } from "../../files/index.ts";
import {
  listChoices,
  listSpotHistory,
  listSpots,
  listUses,
  showSpot,
} from "./list-spots.service.ts";
import {
  changeSpotCues,
  readSpotAudio,
  replaceSpotAudio,
  serveSpotAudio,
  showSpotReading,
} from "./spot-audio.service.ts";
import { changeSpot, setSpotStatus, spotService } from "./spots.service.ts";

/** Serves spots: ads, promos and tops of the hour. */
export function spotRoutes(
  bind: Bind,
  { keeper, logger }: Pick<Services, "logger"> & { keeper: FileKeeper },
) {
  const { addSpot, removeSpot } = spotService({ keeper });

  bind.json(contract.listSpots, (call, { query }) => listSpots(call, query));
  bind.json(contract.spotsForNonMusic, (call, { query }) =>
    listSpots(call, query, { bookable: true }),
  );
  bind.json(contract.spotChoices, async (call) => ({ data: await listChoices(call) }));
  bind.json(audio.readSpotAudio, async (call, { files }) => ({
    message: "Audio read",
    data: await readSpotAudio({ ...call, keeper, logger }, onlyFile(files)),
  }));
  bind.json(audio.findSpotAudio, async (call, { params }) => ({
    data: await showSpotReading(call, params.fileId),
  }));
  bind.json(contract.addSpot, async (call, { body }) => {
    const data = await addSpot(call, body);
    return { message: `${data.name} added`, data };
  });
  bind.json(contract.changeSpot, async (call, { body }) => {
    const data = await changeSpot(call, body);
    return { message: `${data.name} saved`, data };
  });
  bind.json(contract.deleteSpot, async (call, { query }) => {
    const data = await removeSpot(call, query.id);
    return { message: `${data.name} deleted`, data };
  });
  bind.json(contract.setSpotStatus, async (call, { body }) => {
    const data = await setSpotStatus(call, body);
    return { message: wordStatus(body.status, data, call.figures), data };
  });
  bind.json(contract.findSpot, async (call, { params }) => ({
    data: await showSpot(call, params.id),
  }));
  bind.file(audio.spotAudio, (call, { params, headers }) =>
    serveSpotAudio(
      { ...call, keeper },
      {
        id: params.id,
        ...conditionsOf(headers),
      },
    ),
  );
  bind.json(audio.changeSpotCues, async (call, { params, body }) => {
    const data = await changeSpotCues(call, params.id, body);
    return { message: `Start and end of ${data.name} saved`, data };
  });
  bind.json(audio.replaceSpotAudio, async (call, { params, files }) => {
    const data = await replaceSpotAudio(
      { ...call, keeper, logger },
      { id: params.id, file: onlyFile(files) },
    );
    return { message: replacedWords(data.name, data.convertedFrom), data };
  });
  bind.json(contract.spotUses, async (call, { params }) => ({
    data: await listUses(call, params.id),
  }));
  bind.json(contract.spotHistory, (call, { params, query }) =>
    listSpotHistory(call, { ...query, id: params.id }),
  );
}

function wordStatus(
  status: Status,
  { changed, uses }: { changed: number; uses: number },
  { counted }: Figures,
): string {
  const spots = changed === 1 ? "Spot" : counted(changed, "spot");
  if (status === "active") return `${spots} brought back`;
  return uses === 0
    ? `${spots} withdrawn`
    : `${spots} withdrawn. Published days stop playing ${changed === 1 ? "it" : "them"} within minutes.`;
}
