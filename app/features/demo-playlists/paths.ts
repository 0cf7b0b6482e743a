export const demosPath = "/admin/demo-playlists";
export const demoAddPath = `${demosPath}/add`;
export const demoPath = (ref: string) => `${demosPath}/${ref}`;
export const demoEditPath = (path: string) => `${path}/edit`;
/** The page that chooses songs from the library, and the address of the song list's forms. */
export const demoPickerPath = (path: string) => `${path}/add?status=active&audio=yes`;
export const demoSongsPath = (path: string) => `${path}/songs`;

/** The visitors' pages: the list, one playlist by its link, and the audio of one of its songs. */
export const publicDemosPath = "/demo";
export const publicDemoPath = (token: string) => `${publicDemosPath}/${token}`;
export const publicDemoAudioPath = (token: string, songRef: string) =>
  `${publicDemoPath(token)}/audio/${songRef}`;
