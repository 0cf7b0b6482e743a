export const chartsPath = "/admin/charts";
/** The form of a new chart, of the `kind` given, that begins with another one's songs. */
export const copyPath = (kind: string, of: { kind: string; ref: string }) =>
  `${chartsPath}/add?${new URLSearchParams({ kind, of: of.kind, copy: of.ref })}`;
