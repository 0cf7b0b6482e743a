import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler,
  redirect,
  type ServerBuild,
} from "@remix-run/node";
import { pageAddress } from "../forms/posted-form.server.ts";
import { findMoved } from "./moved-addresses.server.ts";

/**
 * Remix's handler of the built pages. For each request, Remix ranks all routes and wraps each for
 * the renderer, which takes a seventh of a page's time. So for an address
 * like /admin/stores/…, it gets only the routes that can match such a start (those whose first two
 * parts are the same, are parameters or are missing); for any other address, such as /Admin/stores,
 * it gets all routes. The answers are the same as createRequestHandler's for the whole build.
 */
export function pagesHandler(build: ServerBuild, mode: string): RequestHandler {
  const whole = createRequestHandler(build, mode);
  const isGuardedPage = guardedPages(build);
  const sections = new Map(
    sectionsOf(build).map((section) => [
      section,
      createRequestHandler(within(build, section), mode),
    ]),
  );
  return async (request, context) => {
    const moved = request.method === "POST" ? undefined : findMoved(request.url);
    if (moved) return redirect(moved, 301);
    const handle = handlerOf(request.url);
    const answer = await handle(request, context);
    if (context && isBareRefusal(request, answer, context))
      return refusalPage(request, answer, context);
    if (context && isRedirect(answer)) keepWayBack(request, context);
    return answer;
  };

  function handlerOf(url: string): RequestHandler {
    const path = new URL(url).pathname.replace(/\.data$/, "");
    const [, first = "", second] = path.split("/", 3);
    return sections.get(second ? `${first}/${second}` : first) ?? whole;
  }

  /**
   * Shows the JSON refusal of a route without a page (a download, a form's address) as a page with
   * the menu.
   */
  async function refusalPage(
    { url, headers, signal }: Request,
    answer: Response,
    context: AppLoadContext,
  ): Promise<Response> {
    // a route threw this Response; for anything else Remix only says that it failed
    const thrown: { message?: string } | null = answer.headers.has("X-Remix-Catch")
      ? await answer.json()
      : null;
    const page = new Request(new URL(refusedPath, url), {
      headers: { Cookie: headers.get("Cookie") ?? "" },
      signal,
    });
    return handlerOf(page.url)(page, {
      ...context,
      posted: undefined,
      refusal: { status: answer.status, message: thrown?.message },
    });
  }

  /**
   * Stores the page to which the next sign-in leads: one behind sign-in that was asked for without
   * a session, or on which the session ended.
   */
  function keepWayBack(request: Request, { session, isNavigation }: AppLoadContext): void {
    if (session.tokens || request.method !== "GET" || !isNavigation) return;
    const address = [request.url, ...pageOfScript(request)]
      .map(pageAddress)
      .find((path) => isGuardedPage(path.replace(/\?.*/, "")));
    if (address) session.keepWayBack(address);
  }
}

/** Finds the page whose script asks for data, for example to check a field. */
function pageOfScript({ url, headers }: Request): string[] {
  const referer = headers.get("Referer");
  if (!referer || !URL.canParse(referer) || !new URL(url).pathname.endsWith(".data")) return [];
  return new URL(referer).host === new URL(url).host ? [referer] : [];
}

const refusedPath = "/admin/refused";

/** True if the browser would show the person a refusal as plain text. */
function isBareRefusal(
  { url, headers }: Request,
  answer: Response,
  { session, isNavigation }: AppLoadContext,
): boolean {
  const { pathname } = new URL(url);
  const isSeen =
    isNavigation && !pathname.endsWith(".data") && /text\/html/.test(headers.get("Accept") ?? "");
  const isJson = /application\/json/.test(answer.headers.get("Content-Type") ?? "");
  return (
    answer.status >= 400 &&
    isJson &&
    isSeen &&
    session.tokens !== undefined &&
    pathname.startsWith("/admin/")
  );
}

const isRedirect = ({ status }: Response) => status === 202 || (status >= 300 && status < 400);

const partsOfSection = 2;
/**
 * True for a part without parameter, rest or optional marks, in lower case like most requests;
 * Remix ignores case.
 */
const isPlain = (part: string) => /^[a-z0-9_-]+$/.test(part);

/** Lists the starts of addresses, such as "admin/stores" and "login". */
function sectionsOf(build: ServerBuild): string[] {
  const beginnings = Object.keys(build.routes).map((id) =>
    partsOf(build, id).slice(0, partsOfSection),
  );
  return [
    ...new Set(
      beginnings
        .filter((parts) => parts.length > 0 && parts.every(isPlain))
        .map((parts) => parts.join("/")),
    ),
  ];
}

/**
 * Gives the build with only the routes that can match an address of the section, and their
 * parents.
 */
function within(build: ServerBuild, section: string): ServerBuild {
  const sectionParts = section.split("/");
  const mayMatch = (id: string) => {
    for (const [i, part] of partsOf(build, id).slice(0, partsOfSection).entries()) {
      if (!isPlain(part)) return true;
      if (part !== sectionParts[i]) return false;
    }
    return true;
  };
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => mayMatch(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

const guardedSections = /^(admins?|store(-manager)?)$/;

/**
 * Tells whether a path is a page that only signed-in people see, not a download or data for a
 * script.
 */
function guardedPages(build: ServerBuild): (path: string) => boolean {
  const resources = Object.keys(build.routes).filter((id) => {
    const { module } = build.routes[id] as { module: { default?: unknown } };
    return module.default === undefined && !partsOf(build, id).includes("*");
  });
  const patterns = resources.map((id) =>
    partsOf(build, id).map((part) => (part.startsWith(":") ? undefined : part)),
  );
  return (path) => {
    const parts = path.split("/").filter(Boolean);
    if (!guardedSections.test(parts[0] ?? "")) return false;
    return !patterns.some(
      (pattern) =>
        pattern.length === parts.length &&
        pattern.every((part, i) => part === undefined || part === parts[i]),
    );
  };
}

/** Gives the parts of a route's address, its parents' first. */
function partsOf({ routes }: ServerBuild, id: string): string[] {
  const parts: string[] = [];
  for (let at = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined)
    parts.unshift(...(at.path?.split("/") ?? []));
  return parts.filter(Boolean);
}
