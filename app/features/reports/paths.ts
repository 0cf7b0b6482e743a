export const reportsPath = "/admin/reports";
export const reportPath = (key: string) => `${reportsPath}/${key}`;
export const reportDownloadPath = (key: string) => `${reportPath(key)}/download`;

export const schedulesPath = `${reportsPath}/schedules`;
/** Of the report and the filters that members name. */
export const scheduleAddPath = `${schedulesPath}/add`;
export const schedulePath = (ref: string) => `${schedulesPath}/${ref}`;
export const scheduleEditPath = (path: string) => `${path}/edit`;
/** Where the link of an email leads. */
export const reportFilePath = (fileId: string) => `${reportsPath}/files/${fileId}`;
export const reportFileDownloadPath = (fileId: string) => `${reportFilePath(fileId)}/download`;
