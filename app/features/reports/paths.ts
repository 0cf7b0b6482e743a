export const reportsPath = "/admin/reports";
export const reportPath = (key: string) => `${reportsPath}/${key}`;
export const reportDownloadPath = (key: string) => `${reportPath(key)}/download`;
export const reportWorkbookPath = (key: string) => `${reportPath(key)}/download.xlsx`;
