import { showDate } from "#contract/base/dates";
import type { Status } from "#contract/base/status";
import { changeSongs } from "#contract/library/endpoints";
import { songCharts, takeSongOut } from "#contract/library/song-uses";
import { deleteSong, deleteSongPicture } from "#contract/library/songs";
import { confirmations } from "~/lib/forms/confirmation.server";
import { namesInWords } from "~/lib/lists/names-in-words";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import type { Obstacle } from "~/ui/obstacle-page";
import { libraryPath, songEditPath, songPath } from "./paths";
import { chartTo, songOf } from "./song-form.server";
import { songConfirmTexts } from "./texts";

type Song = {
  id: number;
  path: string;
  title: string;
  status: Status;
  /** Names the companies in whose charts and events the song is hidden; empty for none. */
  hiddenIn: string;
};

/** Activates, deactivates or deletes a song, or removes its picture. */
export const songConfirmations = confirmations({
  async find(pageContext: PageContext, { params }): Promise<Song> {
    const { id, title, status } = await songOf(params.id, pageContext);
    const { data: uses } = await load(() => pageContext.api.call(songCharts, { params: { id } }));
    const hiddenIn = companiesOf(uses, pageContext);
    return { id, path: songPath(params.id ?? ""), title, status, hiddenIn };
  },

  path: ({ path }) => path,

  acts: {
    activate: {
      label: "Activate",
      ask: ({ title }) => ({
        title: `Activate ${title}?`,
        message: songConfirmTexts.activate,
        confirmLabel: "Activate song",
        danger: false,
      }),
      call: (pageContext, song) => setStatus(pageContext, song, "active"),
    },
    deactivate: {
      label: "Deactivate",
      ask: ({ title }) => ({
        title: `Deactivate ${title}?`,
        message: songConfirmTexts.deactivate,
        confirmLabel: "Deactivate song",
      }),
      call: (pageContext, song) => setStatus(pageContext, song, "inactive"),
    },
    remove: {
      label: "Delete",
      ask: ({ title }) => ({
        title: `Delete ${title}?`,
        message: songConfirmTexts.remove,
        confirmLabel: "Delete song",
      }),
      to: () => libraryPath,
      obstacle: (song, pageContext, { context }) =>
        findTies(song, pageContext, context.session.companyId),
      call: ({ api }, { id }) => api.call(deleteSong, { query: { id } }),
    },
    "take-out": {
      label: "Take out",
      ask: ({ title, hiddenIn }) => ({
        title: songConfirmTexts.takeOutTitle(title),
        message: songConfirmTexts.takeOut(hiddenIn),
        confirmLabel: "Take song out",
      }),
      isDone: ({ hiddenIn }) => hiddenIn === "",
      call: ({ api }, { id }) => api.call(takeSongOut, { params: { id } }),
    },
    "remove-picture": {
      label: "Remove picture",
      ask: ({ title }) => ({
        title: songConfirmTexts.removePictureTitle(title),
        message: songConfirmTexts.removePicture,
        confirmLabel: "Remove picture",
      }),
      from: ({ path }) => songEditPath(path),
      to: ({ path }) => path,
      call: ({ api }, { id }) => api.call(deleteSongPicture, { params: { id } }),
    },
  },
});

async function setStatus({ api }: PageContext, { id, title }: Song, status: Song["status"]) {
  await api.call(changeSongs, { body: { ids: [id], set: { status } } });
  return { message: `${title} ${status === "active" ? "activated" : "deactivated"}` };
}

/** Names the companies in whose charts and events a song is hidden. */
export const companiesOf = (
  { hiddenIn }: { hiddenIn: { companyName: string }[] },
  { figures }: Pick<PageContext, "figures">,
) =>
  namesInWords(
    figures,
    hiddenIn.slice(0, 3).map(({ companyName }) => companyName),
    hiddenIn.length,
  );

const chartsNamed = 5;

/** Says which charts and schedules prevent deleting a song; undefined if none do. */
async function findTies(
  song: Song,
  pageContext: PageContext,
  chosenCompanyId: number | undefined,
): Promise<Obstacle | undefined> {
  const { id, path, title, status } = song;
  const { data: uses } = await load(() => pageContext.api.call(songCharts, { params: { id } }));
  if (uses.total === 0 && uses.events === 0 && !uses.scheduledFrom) return undefined;
  const chartLines = uses.charts
    .slice(0, chartsNamed)
    .map(({ chartName, companyName, ...chart }) => {
      const to = chartTo(chart, pageContext, chosenCompanyId);
      return { text: to ? chartName : `${chartName} of ${companyName}`, to };
    });
  const more = uses.total - chartLines.length;
  const isActive = status === "active";
  const advice = isActive ? songConfirmTexts.deactivateInstead : songConfirmTexts.isInactive;
  return {
    crumbs: [
      { label: "Music library", to: libraryPath },
      { label: title, to: path },
    ],
    title: `${title} cannot be deleted`,
    parts: [
      ...(uses.total > 0
        ? [
            {
              text: "These charts contain it:",
              lines: [
                ...chartLines,
                ...(more > 0
                  ? [{ text: `${pageContext.figures.figure(more)} more`, to: path }]
                  : []),
              ],
            },
          ]
        : []),
      ...(uses.events > 0
        ? [
            {
              text: songConfirmTexts.inEvents(
                pageContext.figures.counted(uses.events, "event playlist"),
                uses.events === 1,
              ),
            },
          ]
        : []),
      ...(uses.scheduledFrom
        ? [
            {
              text: songConfirmTexts.scheduled(showDate(uses.scheduledFrom)),
              more: { label: "See the coming days", to: withMembers(path, { playlists: "yes" }) },
            },
          ]
        : []),
      { text: uses.scheduledFrom ? advice : songConfirmTexts.inCharts(advice) },
    ],
    ways: [
      ...(isActive ? [songConfirmations.linkTo("deactivate", song, pageContext)] : []),
      { label: "Back to the song", to: path },
    ],
  };
}
