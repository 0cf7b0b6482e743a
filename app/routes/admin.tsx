import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { chooseCompanyPath } from "~/features/companies/paths";
import { adminPath } from "~/features/dashboard/paths";
import { notificationsPath } from "~/features/notifications/paths";
import { searchPath } from "~/features/search/paths";
import { SearchBox } from "~/features/search/search-box";
import { accountPath } from "~/features/session/paths";
import { loadShell } from "~/features/shell/shell.server";
import { shellTexts } from "~/features/shell/texts";
import { shortcutsPath } from "~/features/shortcuts/paths";
import { Shortcuts } from "~/features/shortcuts/shortcuts";
import { requireAdmin } from "~/lib/session/guard.server";
import { ErrorPage, Refusal, refusalOf } from "~/ui/frame/error-page";
import { useFigures } from "~/ui/frame/figures";
import { Shell } from "~/ui/frame/shell";
import type { MenuGroup } from "~/ui/frame/side-menu";
import { MiniPlayer } from "~/ui/mini-player";
import { Pulse } from "~/ui/pulse";

export const loader = async (args: LoaderFunctionArgs) => loadShell(args, await requireAdmin(args));

type ShellData = ReturnType<typeof useLoaderData<typeof loader>>;

export default function AdminArea() {
  const shell = useLoaderData<typeof loader>();
  return (
    <AdminShell {...shell}>
      {/* forms hold one company's data, so choosing another draws the page again */}
      <Outlet key={shell.choices?.value} />
      <MiniPlayer />
    </AdminShell>
  );
}

function AdminShell({
  menu,
  user,
  openedBy,
  demoHistory,
  unread,
  pulse,
  company,
  choices,
  children,
}: ShellData & { children: ReactNode }) {
  const { counted } = useFigures();
  const { pathname, search } = useLocation();
  const isWithin = (place: string | undefined) =>
    place !== undefined && place !== adminPath && `${pathname}/`.startsWith(`${place}/`);
  const current = menu.find(({ to, also }) => pathname === to || isWithin(to) || isWithin(also));
  const groups = [...new Set(menu.map(({ group }) => group))].map(
    (group): MenuGroup => ({
      group,
      items: menu
        .filter((item) => item.group === group)
        .map((item) => ({ ...item, current: item === current })),
    }),
  );
  return (
    <Shell
      menu={groups}
      user={{ ...user, accountTo: accountPath, shortcutsTo: shortcutsPath, signOutTo: "/logout" }}
      openedBy={openedBy}
      notice={demoHistory && shellTexts.demoHistory(demoHistory.days, demoHistory.of)}
      pulse={pulse && <Pulse pulse={pulse} />}
      notifications={{ to: notificationsPath, unread, current: pathname === notificationsPath }}
      search={{
        to: searchPath,
        box: (
          <>
            <SearchBox />
            <Shortcuts pages={menu} />
          </>
        ),
      }}
      company={company && { name: company.name, detail: counted(company.stores, "store") }}
      companies={
        choices
          ? {
              ...choices,
              action: chooseCompanyPath,
              name: "company",
              hidden: <input type="hidden" name="returnTo" value={pathname + search} />,
            }
          : undefined
      }
    >
      {children}
    </Shell>
  );
}

/** Shows an area's refusal in place of its page, with the menu around it. */
export function ErrorBoundary() {
  const error = useRouteError();
  const shell = useRouteLoaderData<typeof loader>("routes/admin");
  const refusal = refusalOf(error);
  if (!shell || !refusal) return <ErrorPage error={error} />;
  return (
    <AdminShell {...shell}>
      <Refusal {...refusal} isSignedIn />
      <MiniPlayer />
    </AdminShell>
  );
}
