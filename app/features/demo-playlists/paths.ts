export const demosPath = "/admin/demo-playlists";
export const demoAddPath = `${demosPath}/add`;
export const demoPath = (ref: string) => `${demosPath}/${ref}`;
export const demoEditPath = (path: string) => `${path}/edit`;
/** Where its songs are chosen from the library, and where their forms go. */
export const demoPickerPath = (path: string) => `${path}/add?status=active&audio=yes`;
export const demoSongsPath = (path: string) => `${path}/songs`;

/** What visitors see: the list, one by its link, and the audio of one of its songs. */
export const publicDemosPath = "/demo";
export const publicDemoPath = (token: string) => `${publicDemosPath}/${token}`;
export const publicDemoAudioPath = (token: string, songRef: string) =>
  `${publicDemoPath(token)}/audio/${songRef}`;
