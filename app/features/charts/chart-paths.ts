export const chartsPath = "/admin/charts";
/** Of one of the provider's; `ref` is its encrypted id. */
export const popularChartPath = (ref: string) => `${chartsPath}/popular/${ref}`;
