import textFace from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useMemo } from "react";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { loadPageData } from "~/features/shell/page-data.server";
import stylesheet from "~/styles/app.css?url";
import { ErrorPage, refusalTitle } from "~/ui/frame/error-page";
import { FiguresContext } from "~/ui/frame/figures";
import { FormGivenContext } from "~/ui/frame/form-given";
import { Loading } from "~/ui/frame/loading";
import { NoInternet } from "~/ui/frame/no-internet";
import { NonceContext } from "~/ui/frame/nonce";
import { PageScripts } from "~/ui/frame/page-scripts";
import { SnackBar } from "~/ui/frame/snack-bar";

/**
 * Declares a page's need for script: false if it needs none (signed-out pages), "always" if lite
 * mode must not remove it (the player). A page that works offline reports a lost connection
 * itself.
 */
export type ScriptHandle = { script?: false | "always"; worksOffline?: true };

/** Titles of pages without their own, which are those that failed. */
export const meta: MetaFunction = ({ error }) => [
  {
    title:
      isRouteErrorResponse(error) && error.status < 500
        ? `${refusalTitle(error)} · Fever In-Store`
        : "Fever In-Store",
  },
];

export const loader = (args: LoaderFunctionArgs) => loadPageData(args);

/**
 * Also reloads after a refused form, which then needs a new key; a form that failed keeps its key,
 * because it may have taken effect.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => (actionStatus !== undefined && actionStatus < 500 ? true : defaultShouldRevalidate);

/** The document around every page and every error. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(NonceContext);
  const { script, worksOffline } = useHandles(data?.lite ?? false);
  const format = data?.numberFormat ?? indianFormat;
  const figures = useMemo(() => figuresIn(format), [format]);
  return (
    <html
      lang="en"
      data-script={script || undefined}
      data-lite={data?.lite || undefined}
      data-theme={data?.theme ?? undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={data?.theme ?? "light dark"} />
        <Meta />
        {data?.lite ? null : (
          <link rel="preload" href={textFace} as="font" type="font/woff2" crossOrigin="" />
        )}
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {script && data?.helpdesk ? (
          <meta name="help-desk" content={data.helpdesk.src} data-email={data.helpdesk.email} />
        ) : null}
        {data?.structuredData ? (
          <script
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by loadStructuredData; React would write quotes as entities
            dangerouslySetInnerHTML={{ __html: data.structuredData }}
          />
        ) : null}
      </head>
      <body>
        <FormGivenContext.Provider value={data ?? null}>
          <FiguresContext.Provider value={figures}>
            <SnackBar flash={data?.flash ?? null} />
            {children}
          </FiguresContext.Provider>
        </FormGivenContext.Provider>
        {script ? (
          <>
            <Loading />
            {worksOffline ? null : <NoInternet />}
            <ScrollRestoration nonce={nonce} />
            <PageScripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}

function useHandles(lite: boolean) {
  const handles = useMatches().map(({ handle }) => (handle ?? {}) as ScriptHandle);
  const wishes = handles.map(({ script }) => script);
  return {
    script: wishes.includes("always") || !(lite || wishes.includes(false)),
    worksOffline: handles.some(({ worksOffline }) => worksOffline),
  };
}
