import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { matchSongList } from "#contract/library/song-list";
import { describeAdded } from "#contract/library/words";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { offerUndo, type UndoOffer } from "~/lib/audit/undo.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { readListForm, unclearAnswer } from "~/lib/songs/song-list.server";

const orderedSongsTexts = {
  selectSong: "Select at least one song.",
  allThere: (of: string) => `These songs are already in the ${of}.`,
  tooMany: (of: string, most: number) =>
    `At most ${most} songs fit in the ${of}. Remove some first.`,
  noSuchChange: "There is no such change.",
};

/** Songs in an order that people choose, each once: an event's, a demo playlist's. */
export type OrderedSongs = {
  pageContext: PageContext;
  /** The page that shows the songs. */
  path: string;
  /** Names the owner of the songs in a sentence: "event". */
  of: string;
  most: number;
  find: () => Promise<{ version: number; songIds: number[] }>;
  /** Saves the songs. Throws 422 if somebody else has changed them since `version`. */
  save: (change: { songIds: number[]; version: number }) => Promise<unknown>;
  undo: UndoOffer;
};

/** Marks the library's songs that are already listed. */
export async function withThere<Row extends { ref: string }>(
  rows: Row[],
  { pageContext: { ids }, find }: OrderedSongs,
) {
  const listedRefs = new Set((await find()).songIds.map((songId) => ids.encrypt("song", songId)));
  return rows.map((row) => ({ ...row, isThere: listedRefs.has(row.ref) }));
}

/** Adds the ticked songs at the end, and leads back to the library with the same filters. */
export async function addTicked(args: ActionFunctionArgs, songs: OrderedSongs, backTo: string) {
  const { pageContext, most, of } = songs;
  const chosenIds = await chosenSongs(args, songs);
  const { songIds: currentIds, version } = await songs.find();
  const songIds = [...currentIds, ...chosenIds.filter((id) => !currentIds.includes(id))];
  const added = songIds.length - currentIds.length;
  if (chosenIds.length === 0) return refuse(args, orderedSongsTexts.selectSong, backTo);
  if (added === 0) return refuse(args, orderedSongsTexts.allThere(of), backTo);
  if (songIds.length > most) return refuse(args, orderedSongsTexts.tooMany(of, most), backTo);
  return save(args, songs, {
    songIds,
    version,
    message: `${pageContext.figures.counted(added, "song")} added`,
    changed: added,
    backTo,
  });
}

/**
 * Adds the songs that a pasted list names at the end. If some lines are unclear, shows them to be
 * corrected and sent again; otherwise leads to the page that shows the songs.
 */
export async function addListed(args: ActionFunctionArgs, songs: OrderedSongs) {
  const { pageContext, path, most, of, find, save } = songs;
  const form = await readListForm(args, { isFile: false });
  const { list } = form.value ?? {};
  if (!list) return form.refused();
  const { reply, refused } = await form.submit(async () => {
    const { data } = await pageContext.api.call(matchSongList, { body: { list } });
    const { songIds: currentIds, version } = await find();
    const songIds = [...new Set([...currentIds, ...data.songIds])];
    const added = songIds.length - currentIds.length;
    if (added > 0 && songIds.length <= most) await save({ songIds, version });
    return { ...data, added, isFull: songIds.length > most };
  });
  if (refused) return refused;
  const { added, isFull, songIds, unclear, unclearTotal } = reply;
  if (isFull) return form.refusedFor({ list: [orderedSongsTexts.tooMany(of, most)] });
  const there = new Set(songIds).size - added;
  const { figures } = pageContext;
  if (unclearTotal > 0) {
    if (added > 0)
      args.context.session.flash(
        "success",
        `${figures.counted(added, "song")} added`,
        offerUndo(args.context, songs.undo, added),
      );
    return unclearAnswer(
      list,
      { added, there, unclear, unclearTotal },
      { of, isFile: false, figures },
    );
  }
  const message = describeAdded({ added, there, unclearTotal }, of, figures);
  args.context.session.flash("success", message, offerUndo(args.context, songs.undo, added));
  return redirect(path);
}

/** Moves or removes songs, and leads back to the page that shows them. */
export async function changeListed(args: ActionFunctionArgs, songs: OrderedSongs) {
  const { pageContext, path: backTo } = songs;
  const posted = await args.request.clone().formData();
  const act = posted.get("do");
  const chosenIds = await chosenSongs(args, songs);
  if (chosenIds.length === 0) return refuse(args, orderedSongsTexts.selectSong, backTo);
  const { songIds: currentIds, version } = await songs.find();
  const isChosen = (id: number) => chosenIds.includes(id);
  const otherIds = currentIds.filter((id) => !isChosen(id));
  const first = currentIds.findIndex(isChosen);
  const movedIds = currentIds.filter(isChosen);
  const place =
    act === "up"
      ? Math.max(0, first - 1)
      : act === "down"
        ? first + 1
        : act === "last"
          ? otherIds.length
          : 0;
  if (act === "remove") {
    const message = `${pageContext.figures.counted(movedIds.length, "song")} removed`;
    return save(args, songs, {
      songIds: otherIds,
      version,
      message,
      changed: movedIds.length,
      backTo,
    });
  }
  if (!["up", "down", "first", "last"].includes(String(act)))
    throw Response.json({ message: orderedSongsTexts.noSuchChange }, { status: 422 });
  return save(args, songs, {
    songIds: otherIds.toSpliced(place, 0, ...movedIds),
    version,
    message: null,
    changed: 0,
    backTo,
  });
}

async function chosenSongs(
  { request }: ActionFunctionArgs,
  { pageContext: { ids } }: OrderedSongs,
): Promise<number[]> {
  const form = await request.formData();
  return [...new Set(form.getAll("id").map((ref) => ids.decrypt("song", String(ref))))];
}

function refuse({ context }: ActionFunctionArgs, message: string, backTo: string) {
  context.session.flash("error", message);
  return redirect(backTo);
}

type OrderSave = {
  songIds: number[];
  version: number;
  message: string | null;
  changed: number;
  backTo: string;
};

async function save(
  { context }: ActionFunctionArgs,
  songs: OrderedSongs,
  { songIds, version, message, changed, backTo }: OrderSave,
) {
  try {
    await songs.save({ songIds, version });
    if (message) context.session.flash("success", message, offerUndo(context, songs.undo, changed));
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 422))
      return load(() => Promise.reject(error));
    context.session.flash("error", error.problem.message); // somebody else has changed it since
  }
  return redirect(backTo);
}
