import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler,
  redirect,
  type ServerBuild,
} from "@remix-run/node";
import { findMoved } from "./moved-addresses.server.ts";
import { pageAddress } from "./posted-form.server.ts";

/**
 * Remix's handler of the built pages. For each request Remix ranks all routes, makes a pattern of
 * each and wraps each for the renderer: a seventh of the time of a page. So it gets for an address
 * like /admin/stores/… only the routes that may match what begins so (those whose first two parts
 * are the same, are parameters, or are not there); for any other address, as /Admin/stores, all of
 * them. (out: what createRequestHandler of the whole build answers)
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
   * Routes without a page (downloads, what forms are posted to) refuse in JSON: a person is shown
   * it as a page, with the menu around it.
   */
  async function refusalPage(
    { url, headers, signal }: Request,
    answer: Response,
    context: AppLoadContext,
  ): Promise<Response> {
    // a Response that a route threw; of all else Remix says nothing but that it failed
    const thrown = answer.headers.has("X-Remix-Catch")
      ? ((await answer.json()) as { message?: string } | null)
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
   * A page behind sign-in that was asked for without a session, or on which the session ended, is
   * where the next sign-in leads.
   */
  function keepWayBack(request: Request, { session, isNavigation }: AppLoadContext): void {
    if (session.tokens || request.method !== "GET" || !isNavigation) return;
    const address = [request.url, ...pageOfScript(request)]
      .map(pageAddress)
      .find((path) => isGuardedPage(path.replace(/\?.*/, "")));
    if (address) session.keepWayBack(address);
  }
}

/** The page whose script asks for data, as a check of a field does. */
function pageOfScript({ url, headers }: Request): string[] {
  const referer = headers.get("Referer");
  if (!referer || !URL.canParse(referer) || !new URL(url).pathname.endsWith(".data")) return [];
  return new URL(referer).host === new URL(url).host ? [referer] : [];
}

const refusedPath = "/admin/refused";

/** What a browser that leads a person there would show as plain text. */
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
 * No parameter, rest or optional part, and in the one case that most requests have: Remix tells no
 * cases apart.
 */
const isPlain = (part: string) => /^[a-z0-9_-]+$/.test(part);

/** "admin/stores", "login" */
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
 * The build with the routes that may match an address of the section; with each its parents, whose
 * parts its own begin with.
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
 * Tells whether a path is a page that only signed-in people see; a download or what a script asks
 * for is none.
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

/** Of a route's address, its parents' first. */
function partsOf({ routes }: ServerBuild, id: string): string[] {
  const parts: string[] = [];
  for (let at = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined)
    parts.unshift(...(at.path?.split("/") ?? []));
  return parts.filter(Boolean);
}
