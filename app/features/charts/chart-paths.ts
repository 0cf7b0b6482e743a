export const chartsPath = "/admin/charts";
