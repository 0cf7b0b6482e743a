type Members = Record<string, string | number | null | undefined>;

/** An address with the members given changed: empty ones leave it. A changed filter begins again at the first page. */
export function withMembers(path: string, now: Members, change: Members = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...now, ...change }))
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
