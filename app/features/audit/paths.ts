export const auditPath = "/admin/audit";
export const auditDownloadPath = `${auditPath}/download`;
