import type { ServerBuild } from "@remix-run/node";

/**
 * Gives the pattern of the page that matches a path, "/admin/stores/:id", for metrics by route,
 * since addresses are endless. Undefined for a path without a page.
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
    .sort((a, b) => b.fixed - a.fixed); // fixed parts before parameters, as Remix ranks them
  return (path) => {
    const pathParts = path
      .replace(/\.data$/, "")
      .split("/")
      .filter(Boolean);
    return patterns.find(({ parts }) => fits(parts, pathParts))?.pattern;
  };
}

function fits(patternParts: string[], pathParts: string[]): boolean {
  const needed = patternParts.filter((part) => !part.endsWith("?")).length;
  if (pathParts.length < needed || pathParts.length > patternParts.length) return false;
  return pathParts.every(
    (part, i) => patternParts[i]?.startsWith(":") || patternParts[i] === part.toLowerCase(),
  );
}
