import { withMembers } from "~/ui/frame/address";

export const libraryPath = "/admin/library";
export const songPath = (ref: string) => `${libraryPath}/${ref}`;
export const songEditPath = (song: string) => `${song}/edit`;
export const songCuesPath = (song: string) => `${song}/cues`;
export const songReplacePath = (song: string) => `${song}/replace`;
/** Each version has its own address, because browsers would play the audio they cached. */
export const songAudioPath = (song: string, version?: number) =>
  withMembers(`${song}/audio`, { v: version });
export const songAddPath = `${libraryPath}/add`;
/** Changes the songs that are ticked. */
export const songsEditPath = `${libraryPath}/edit`;
export const libraryDownloadPath = `${libraryPath}/download`;
export const songsImportPath = `${libraryPath}/import`;

/** The catalogue's lists: genres, moods, languages … */
export const listsPath = `${libraryPath}/lists`;
export const listPath = (kind: string) => `${listsPath}/${kind}`;
export const itemPath = (kind: string, ref: string) => `${listPath(kind)}/${ref}`;
export const mergePath = (kind: string, refs: string[] = [], into?: string) =>
  withMembers(`${listPath(kind)}/merge`, { itemIds: refs, into });
