export const chartsPath = "/admin/charts";
/** The list of the charts of a kind; popular ones are the first tab. */
export const listOf = (kind: string) => (kind === "custom" ? `${chartsPath}?kind=custom` : chartsPath);
/** The form of a new chart, of the `kind` given, that begins with another one's songs. */
export const copyPath = (kind: string, of: { kind: string; ref: string }) =>
  `${chartsPath}/add?${new URLSearchParams({ kind, of: of.kind, copy: of.ref })}`;
