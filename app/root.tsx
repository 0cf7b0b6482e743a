import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { helpdeskOf } from "~/features/shell/helpdesk.server";
import stylesheet from "~/styles/app.css?url";
import { ErrorPage } from "~/ui/error-page";
import { Loading } from "~/ui/loading";
import { NoInternet } from "~/ui/no-internet";
import { NonceContext } from "~/ui/nonce";
import { type Flash, SnackBar } from "~/ui/snack-bar";

type RootData = {
  flash: Flash | null;
  /** The person's own switch, else Save-Data: no script is sent. */
  lite: boolean;
  helpdesk: { src: string; email: string } | null;
};

/** What a page may say of its script: false where it needs none (signed-out pages), "always" where lite mode must not take it (the player). */
export type ScriptHandle = { script?: false | "always" };

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: "Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs): Promise<RootData> {
  return { flash: args.context.session.takeFlash(), lite: false, helpdesk: await helpdeskOf(args) };
}

/** The document around every page and every error. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(NonceContext);
  const script = useScript(data?.lite ?? false);
  return (
    <html lang="en" data-script={script || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {script && data?.helpdesk ? <meta name="help-desk" content={data.helpdesk.src} data-email={data.helpdesk.email} /> : null}
      </head>
      <body>
        <SnackBar flash={data?.flash ?? null} />
        {children}
        {script ? (
          <>
            <Loading />
            <NoInternet />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
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

function useScript(lite: boolean) {
  const wishes = useMatches().map((match) => (match.handle as ScriptHandle | undefined)?.script);
  return wishes.includes("always") || !(lite || wishes.includes(false));
}
