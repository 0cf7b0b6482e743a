import { redirect } from "@remix-run/node";
import { dateIn, showPlaylistDate } from "#contract/base/dates";
import { changePlaylist, checkPlaylist } from "#contract/schedule/day-changes";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { groupRef, groupWords } from "./coming-days.server";
import { dayPath, playlistPath, publishPath } from "./paths";
import { previewTexts } from "./texts";
import { wrongWords } from "./wrong-words";

/** The time zone in which a day starts first, because a group's stores may be in any zone. */
const earliestZone = "Pacific/Kiritimati";

/**
 * Sent with the question's form. Without it, a press publishes only a day with which nothing is
 * wrong.
 */
const confirmation = { confirmed: "on" };

/**
 * Publishes a draft of a group's day: at once if nothing is wrong, otherwise after showing what is.
 */
export const playlistConfirmations = confirmations({
  async find(pageContext: PageContext, { params, request }) {
    const id = pageContext.ids.decrypt("playlist", params.id);
    const { data } = await load(() => pageContext.api.call(checkPlaylist, { query: { id } }));
    const { groupId, day, stores, state } = data;
    const ref = pageContext.ids.encrypt("playlist", id);
    return {
      id,
      state,
      stores,
      group: groupWords(data),
      day: showPlaylistDate(day),
      hasBegun: day <= dateIn(earliestZone, new Date()),
      wrong: wrongWords(data, pageContext.figures, { advise: true }),
      ref,
      dayTo: withMembers(dayPath, { groupId: groupRef(pageContext, groupId), day }),
      questionTo: withMembers(publishPath(ref), {
        back: new URL(request.url).searchParams.get("back"),
      }),
    };
  },

  path: ({ ref }) => playlistPath(ref),

  acts: {
    publish: {
      label: "Publish",
      ask: ({ group, day, hasBegun, stores, wrong }, { figures }) => ({
        title: `Publish ${group}, ${day}?`,
        message: [
          previewTexts.publish(figures.figure(stores), stores === 1),
          ...(hasBegun ? [previewTexts.publishToday] : []),
          ...(wrong.length > 0 ? [previewTexts.publishAnyway] : []),
        ].join(" "),
        lines: wrong,
        confirmLabel: wrong.length > 0 ? "Publish anyway" : "Publish",
        danger: false,
        hidden: confirmation,
      }),
      isDone: ({ state }) => state === "published",
      obstacle: ({ state, dayTo }) =>
        state === "superseded"
          ? {
              crumbs: [],
              title: "This version was replaced",
              parts: [{ text: previewTexts.replaced }],
              ways: [{ label: "Open the day", to: dayTo, primary: true }],
            }
          : undefined,
      from: ({ dayTo }) => dayTo,
      call: async ({ api }, { id, wrong, questionTo }, posted) =>
        wrong.length > 0 && !posted.has("confirmed")
          ? redirect(questionTo)
          : api.call(changePlaylist, { body: { id, change: "publish" } }),
    },
  },
});
