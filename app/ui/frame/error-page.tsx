import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { ButtonLink } from "./button";
import { ErrorModal } from "./error-modal";
import { useHydrated } from "./hydrated";
import { Logo } from "./logo";

/**
 * Replaces a page that failed: "not found" as a page, everything else as the error modal (spec
 * section 8).
 */
export function ErrorPage({ error }: { error: unknown }) {
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  const refusal = refusalOf(error);
  if (refusal) return <NotFound {...refusal} />;
  const online = !hydrated || navigator.onLine;
  return (
    <main className="min-h-screen p-4">
      <Logo />
      <h1 className="sr-only">Error</h1>
      <ErrorModal
        message={failureMessage(error, hydrated, online)}
        requestId={requestIdOf(error)}
        againTo={pathname + search}
        okTo="/admin"
      />
    </main>
  );
}

/** Gives the text for an unknown or refused address; undefined for a failure. */
export const refusalOf = (error: unknown): RefusalText | undefined =>
  isRouteErrorResponse(error) && error.status < 500
    ? { title: refusalTitle(error), message: messageOf(error.data) }
    : undefined;

/** Titles a refusal, so that a page that exists but is closed to the caller is not "missing". */
export const refusalTitle = ({ status }: { status: number }) =>
  status === 403
    ? "Not allowed"
    : status === 404
      ? missing
      : status < 500
        ? "This cannot be done"
        : "Error";

/** The page for unknown addresses. */
export function NotFound(refusal: RefusalText & { isSignedIn?: boolean }) {
  return (
    <main className="min-h-screen p-4">
      <Logo />
      <Refusal {...refusal} />
    </main>
  );
}

type RefusalText = { title?: string | undefined; message?: string | undefined };

const missing = "Page not found";

/**
 * Shows a refusal within a page's frame. If an area has its own message about a missing item, a
 * line about the link comes first.
 */
export function Refusal({
  title = missing,
  message,
  isSignedIn,
}: RefusalText & { isSignedIn?: boolean }) {
  return (
    <div className="grid justify-items-center gap-4 pt-12 text-center">
      <img src="/not-found.svg" alt="" width="240" height="140" />
      <h1 className="text-xl font-bold">{title}</h1>
      <p className="max-w-md text-ink-2">
        {message && title === missing ? (
          <b className="block font-semibold">This link is incomplete or no longer valid.</b>
        ) : null}
        {message ??
          "There is no page at this address. It may have moved, or the link may be incomplete."}
      </p>
      <ButtonLink to={isSignedIn ? "/admin" : "/"} variant="primary" reloadDocument>
        {isSignedIn ? "Back to the dashboard" : "Go to the home page"}
      </ButtonLink>
    </div>
  );
}

/**
 * Gives the words of the spec's error catalogue: status 0 offline, 0 online, 500 and above.
 */
function failureMessage(error: unknown, hydrated: boolean, online: boolean): string {
  if (hydrated && !online)
    return "No Internet connection.Check your internet connection or refresh the page";
  const unreachable = error instanceof TypeError && /fetch/i.test(error.message);
  if (unreachable) return "Problem while connecting to Server.Please try again";
  return (
    (isRouteErrorResponse(error) && messageOf(error.data)) ||
    "Something went wrong.Our technical team will fix it soon."
  );
}

function messageOf(data: unknown): string | undefined {
  if (data && typeof data === "object" && "message" in data && typeof data.message === "string")
    return data.message;
}

function requestIdOf(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return;
  const data: unknown = error.data;
  if (data && typeof data === "object" && "requestId" in data && typeof data.requestId === "string")
    return data.requestId;
}
