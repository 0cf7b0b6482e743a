import { takeSongOut } from "#contract/library/song-uses";
import * as contract from "#contract/schedule/event-playlists";
import * as calendar from "#contract/schedule/season-calendar";
import { onlyFile } from "../../../files/uploaded-file.ts";
import type { Bind } from "../../../http/bind.ts";
import type { FileKeeper } from "../../files/index.ts";
import { checkEvent, publishEventDays } from "./event-effects.service.ts";
import { listLocations } from "./event-locations.service.ts";
import {
  addEvent,
  changeEvent,
  eventService,
  listEvents,
  showEvent,
} from "./event-playlists.service.ts";
import { changeSongs, listSongs } from "./event-songs.service.ts";
import * as hidden from "./hidden-songs.service.ts";
import { seasonCalendar } from "./season-calendar.service.ts";

/** Events, and what reaches charts and events of all companies at once. */
export function eventPlaylistRoutes(bind: Bind, services: { keeper: FileKeeper }) {
  const { removeEvent, setImage, deleteImage } = eventService(services);
  bind.json(contract.listEventPlaylists, (call, { query }) => listEvents(call, query));
  bind.json(calendar.showSeasonCalendar, async (call, { query }) => ({
    data: await seasonCalendar(call, query),
  }));
  bind.json(contract.eventLocations, async (call, { query }) => ({
    data: await listLocations(call, query),
  }));
  bind.json(contract.findEventPlaylist, async (call, { params }) => ({
    data: await showEvent(call, params.id),
  }));
  bind.json(contract.checkEventPlaylist, async (call, { body }) => ({
    data: await checkEvent(call, body),
  }));
  bind.json(contract.addEventPlaylist, async (call, { body }) => ({
    message: "Event playlist added",
    data: await addEvent(call, body),
  }));
  bind.json(contract.changeEventPlaylist, async (call, { body }) => ({
    message: "Event playlist saved",
    data: await changeEvent(call, body),
  }));
  bind.json(contract.publishEventDays, async (call, { body }) => {
    const published = await publishEventDays(call, body.id);
    const { counted } = call.figures;
    const done = `Published ${counted(published.days, "day")}`;
    return {
      message:
        published.left === 0
          ? done
          : `${done}, ${counted(published.left, "day")} left: publish again`,
      data: published,
    };
  });
  bind.json(contract.removeEventPlaylist, async (call, { query }) => {
    await removeEvent(call, query.id);
    return { message: "Event playlist deleted", data: null };
  });
  bind.json(contract.listEventSongs, async (call, { query }) => ({
    data: await listSongs(call, query.eventId),
  }));
  bind.json(contract.changeEventSongs, async (call, { body }) => ({
    message: body.undoOf ? "Songs put back" : "Songs saved",
    data: await changeSongs(call, body),
  }));
  bind.json(takeSongOut, async (call, { params }) => {
    const data = await hidden.takeSongOut(call, params.id);
    const { counted } = call.figures;
    const places = `${counted(data.charts, "chart")} and ${counted(data.events, "event playlist")}`;
    return { message: `Taken out of ${places}`, data };
  });
  bind.json(contract.setEventImage, async (call, { query, files }) => ({
    message: "Image saved",
    data: await setImage(call, { id: query.id, file: onlyFile(files) }),
  }));
  bind.json(contract.deleteEventImage, async (call, { query }) => {
    await deleteImage(call, query.id);
    return { message: "Image removed", data: null };
  });
}
