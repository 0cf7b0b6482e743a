import type { ServerBuild } from "@remix-run/node";

/**
 * Gives the pattern of the page that takes a path, "/admin/stores/:id": for figures by route, which
 * addresses would make without end. Undefined for a path that no page takes.
 */
export function routePatterns({ routes }: ServerBuild): (path: string) => string | undefined {
  const patterns = Object.keys(routes)
    .filter((id) => id !== "root" && !id.endsWith("$"))
    .map((id) => {
      const parts: string[] = [];
      for (let at = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined)
        parts.unshift(...(at.path?.split("/") ?? []));
      const own = parts.filter(Boolean);
      return {
        parts: own,
        pattern: `/${own.join("/")}`,
        fixed: own.filter((part) => !part.startsWith(":")).length,
      };
    })
    .sort((a, b) => b.fixed - a.fixed); // words before parameters, as Remix ranks them
  return (path) => {
    const sent = path
      .replace(/\.data$/, "")
      .split("/")
      .filter(Boolean);
    return patterns.find(({ parts }) => fits(parts, sent))?.pattern;
  };
}

function fits(parts: string[], sent: string[]): boolean {
  const needed = parts.filter((part) => !part.endsWith("?")).length;
  if (sent.length < needed || sent.length > parts.length) return false;
  return sent.every((part, i) => parts[i]?.startsWith(":") || parts[i] === part.toLowerCase());
}
