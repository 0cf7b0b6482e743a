type Members = Record<string, string | number | readonly string[] | null | undefined>;

/**
 * Gives an address with the given members changed: empty ones are left out, lists are repeated.
 * A changed filter starts at the first page again.
 */
export function withMembers(path: string, now: Members, change: Members = {}): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries({ ...now, ...change }))
    for (const value of [values].flat())
      if (value !== undefined && value !== null && value !== "") search.append(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Gives the address with one member changed and the others kept. */
export function withMember(address: string, name: string, value: string | undefined): string {
  const [path = "", search] = address.split("?");
  const members = new URLSearchParams(search);
  if (value === undefined) members.delete(name);
  else members.set(name, value);
  const text = members.toString();
  return text ? `${path}?${text}` : path;
}

/** The member of a download's address that names the company of its page (CTX-2). */
export const companyMember = "_company";
