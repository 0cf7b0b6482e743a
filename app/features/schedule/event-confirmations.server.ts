import {
  deleteEventImage,
  publishEventDays,
  removeEventPlaylist,
} from "#contract/schedule/event-playlists";
import { confirmations } from "~/lib/forms/confirmation.server";
import { type EventContext, findOwnEvent } from "./events.server";
import { eventEditPath, eventsPath } from "./paths";
import { eventTexts } from "./texts";

type Item = { id: number; path: string; name: string; publishedDays: number };

/** Deletes an event, or removes its image. */
export const eventConfirmations = confirmations({
  async find(at: EventContext): Promise<Item> {
    const { name, publishedDays } = await findOwnEvent(at);
    return { id: at.id, path: at.path, name, publishedDays };
  },
  path: ({ path }) => path,
  acts: {
    remove: {
      label: "Delete",
      ask: ({ name }) => ({
        title: `Delete ${name}?`,
        message: eventTexts.removeMessage,
        confirmLabel: "Delete event",
      }),
      to: () => eventsPath,
      call: ({ pageContext }, { id }) =>
        pageContext.api.call(removeEventPlaylist, { query: { id } }),
    },
    publish: {
      label: "Publish them again",
      ask: ({ name, publishedDays }, { pageContext: { figures } }) => ({
        title: eventTexts.publishTitle(name),
        message: eventTexts.publishMessage(figures.counted(publishedDays, "published day")),
        confirmLabel: "Publish again",
        danger: false,
      }),
      isDone: ({ publishedDays }) => publishedDays === 0,
      call: ({ pageContext }, { id }) => pageContext.api.call(publishEventDays, { body: { id } }),
    },
    "remove-image": {
      label: "Remove image",
      ask: ({ name }) => ({
        title: `Remove the image of ${name}?`,
        message: eventTexts.removeImage,
        confirmLabel: "Remove image",
      }),
      from: ({ path }) => eventEditPath(path),
      call: ({ pageContext }, { id }) => pageContext.api.call(deleteEventImage, { query: { id } }),
    },
  },
});
