type Members = Record<string, string | number | readonly string[] | null | undefined>;

/**
 * An address with the members given changed: empty ones leave it, a list's values stand one by one.
 * A changed filter begins again at the first page.
 */
export function withMembers(path: string, now: Members, change: Members = {}): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries({ ...now, ...change }))
    for (const value of [values].flat())
      if (value !== undefined && value !== null && value !== "") search.append(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** The same address with one member changed, whatever else it says. */
export function withMember(address: string, name: string, value: string | undefined): string {
  const [path = "", search] = address.split("?");
  const members = new URLSearchParams(search);
  if (value === undefined) members.delete(name);
  else members.set(name, value);
  const text = members.toString();
  return text ? `${path}?${text}` : path;
}

/** In the address of a download: the company whose page it stands on (CTX-2). */
export const companyMember = "_company";
