export const songReportsPath = "/admin/song-reports";
export const songReportPath = (ref: string) => `${songReportsPath}/${ref}`;
