import { songWaitingDays } from "#contract/library/song-uses";
import * as changes from "#contract/schedule/day-changes";
import * as contract from "#contract/schedule/endpoints";
import * as publishing from "#contract/schedule/publishing";
import { editLabels } from "#contract/schedule/words";
import type { Bind } from "../../../http/bind.ts";
import { answerTable } from "../../../http/table-file.ts";
import { listChangedDays } from "../publishing/changed-days.service.ts";
import { publishDays } from "../publishing/publish-days.service.ts";
import { changePublishSettings, showPublishSettings } from "../publishing/publishing.service.ts";
import { measureRotation } from "../rules/rotation.service.ts";
import { checkPlaylist, comparePlaylists } from "./day-review.service.ts";
import { editPlaylist } from "./edit-day.service.ts";
import { previewGroupDay, previewStoreDay, showPlaylist } from "./preview-day.service.ts";
import {
  exportSchedule,
  listComingDays,
  listPlaylistSongs,
  listVersions,
  publishPlaylist,
  regeneratePlaylist,
} from "./schedule.service.ts";
import { listSwapCandidates } from "./swap-candidates.service.ts";
import { countWaitingDays } from "./withdrawn-songs.service.ts";

const ofGroup = ({ groupId, day }: { groupId?: number | undefined; day: string }) => ({
  groupId: groupId ?? null,
  day,
});

export function scheduleRoutes(bind: Bind) {
  bind.json(contract.previewByCompany, (call, { query }) => listComingDays(call, query));
  bind.json(contract.previewGroupDay, async (call, { query }) => ({
    data: await previewGroupDay(call, ofGroup(query)),
  }));
  bind.json(contract.findPlaylist, async (call, { params }) => ({
    data: await showPlaylist(call, params.id),
  }));
  bind.json(contract.listPlaylists, async (call, { query }) => ({
    data: await listVersions(call, ofGroup(query)),
  }));
  bind.json(contract.playlistSongs, async (call, { query }) => ({
    data: await listPlaylistSongs(call, query.id),
  }));
  bind.json(changes.changePlaylist, async (call, { body }) => {
    if (body.change === "regenerate")
      return { message: "Draft regenerated", data: await regeneratePlaylist(call, body.id) };
    if (body.change !== "publish")
      return { message: editLabels[body.change], data: await editPlaylist(call, body) };
    const data = await publishPlaylist(call, body.id);
    return { message: `Published for ${call.figures.counted(data.stores, "store")}`, data };
  });
  bind.json(changes.swapCandidates, async (call, { query }) => ({
    data: await listSwapCandidates(call, query),
  }));
  bind.json(changes.checkPlaylist, async (call, { query }) => ({
    data: await checkPlaylist(call, query.id),
  }));
  bind.json(changes.comparePlaylists, async (call, { query }) => ({
    data: await comparePlaylists(call, query),
  }));
  bind.json(changes.groupRotation, async (call, { query }) => ({
    data: await measureRotation(call, { ...ofGroup(query), days: query.days }),
  }));
  bind.json(songWaitingDays, async (call, { params }) => ({
    data: { days: await countWaitingDays(call, params.id) },
  }));
  bind.json(publishing.publishSettings, async (call) => ({
    data: await showPublishSettings(call),
  }));
  bind.json(publishing.changePublishSettings, async (call, { body }) => ({
    message: "Publishing changed",
    data: await changePublishSettings(call, body),
  }));
  bind.json(publishing.listChangedDays, async (call, { query }) => ({
    data: await listChangedDays(call, query),
  }));
  bind.json(publishing.publishDays, async (call, { body }) => {
    const data = await publishDays(call, body);
    const { days, missed, question, progress } = data;
    const { counted } = call.figures;
    if (question)
      return {
        message: `Nothing is published yet: something is wrong with ${counted(question.wrongDays, "day")}`,
        data,
      };
    if (progress)
      return {
        message: `${progress.stage === "CHECKING" ? "Checked" : "Published"} ${progress.done} of ${counted(progress.days, "day")}`,
        data,
      };
    const done =
      days === 0 && missed === 0
        ? "These days were published already"
        : `Published ${counted(days, "day")}`;
    return {
      message:
        missed === 0
          ? done
          : `${done}. Someone else is changing ${counted(missed, "group")}: publish again in a moment`,
      data,
    };
  });
  bind.json(contract.storeAudioLog, async (call, { query }) => ({
    data: await previewStoreDay(call, query),
  }));
  bind.file(contract.exportMusicSchedule, async (call, { query }) => {
    const file = await exportSchedule(call, query);
    return answerTable(call, query, { fileName: "MusicSchedule", day: query.day, ...file });
  });
}
