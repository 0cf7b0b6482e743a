import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { timeIn } from "#contract/base/dates";
import { DayList } from "~/features/player/day-list";
import { HelpBar } from "~/features/player/help-bar";
import { InstallButton } from "~/features/player/install-button";
import { playerSignOutPath } from "~/features/player/paths";
import { loadPlayer } from "~/features/player/player.server";
import { dayAt } from "~/features/player/player-item.client-safe";
import { PlayerPackage } from "~/features/player/player-package";
import { LinkState, PlayerPanel } from "~/features/player/player-panel";
import { playerTexts } from "~/features/player/texts";
import { usePlayer } from "~/features/player/use-player";
import { storeAccountPath } from "~/features/session/paths";
import { requirePlayer } from "~/lib/session/guard.server";
import type { ScriptHandle } from "~/root";
import { Button } from "~/ui/frame/button";
import { PostForm } from "~/ui/frame/post-form";
import { OpenedBy } from "~/ui/frame/shell";

export const handle: ScriptHandle = { script: "always", worksOffline: true };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.storeName ?? "Player"} · Fever In-Store` },
  { tagName: "link", rel: "manifest", href: "/player.webmanifest" },
];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requirePlayer(args);
  return {
    ...(await loadPlayer(pageContext)),
    openedBy: pageContext.user?.openedBy ?? null,
    packageUrl: args.context.playerPackageUrl,
  };
}

/** The player loads new logs by itself, so the page is never loaded again. */
export const shouldRevalidate = () => false;

export default function StoreManager() {
  const data = useLoaderData<typeof loader>();
  const { storeId, storeName, version, person, openedBy, packageUrl, ...loaded } = data;
  const [search] = useSearchParams();
  const { player, state } = usePlayer({ storeId, version, schedule: loaded.schedule });
  const schedule = state?.schedule ?? loaded.schedule;
  const now = state?.now ?? loaded.schedule.at;
  return (
    <div className="grid min-h-screen grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] bg-paper">
      <header className="sticky top-0 z-20 mx-auto flex min-h-[52px] w-full max-w-[1080px] items-center gap-3 bg-paper px-4 py-2 print:static">
        <img src="/logo.svg" alt="Fever In-Store" width="24" height="24" />
        <h1 className="min-w-0 flex-1 truncate text-lg font-bold">{storeName}</h1>
        <LinkState state={state} />
      </header>
      <main id="main" className="mx-auto w-full max-w-[1080px] px-4 pb-6">
        {openedBy ? (
          <OpenedBy name={person ?? ""} openedBy={openedBy} signOutTo={playerSignOutPath} />
        ) : null}
        <p className="mb-4 text-ink-2 scripted:hidden">{playerTexts.withoutScript}</p>
        <PlayerPanel player={player} state={state} person={person} items={schedule.items} />
        <div className="mt-6">
          <DayList
            items={schedule.items}
            day={dayAt(schedule, now)}
            open={search.get("hour") ?? timeIn(schedule.timeZone, new Date(now)).slice(0, 2)}
          />
        </div>
        <PostForm
          action={playerSignOutPath}
          reloadDocument
          onSubmit={() => player?.stop()}
          className="flex flex-wrap items-center gap-3"
        >
          {person === null ? null : (
            <>
              <span className="text-sm text-ink-2">{person}</span>
              {/* opens in a new tab, because leaving this page would stop the music */}
              <Link to={storeAccountPath} target="_blank" className="btn btn-small">
                Account<span className="sr-only">{playerTexts.newTab}</span>
              </Link>
            </>
          )}
          <Button small icon="sign-out">
            Sign out
          </Button>
          <InstallButton />
          {packageUrl ? (
            <span className="text-sm text-ink-2">
              For Android devices: <PlayerPackage url={packageUrl} />
            </span>
          ) : null}
        </PostForm>
      </main>
      <HelpBar storeId={storeId} storeCode={loaded.storeCode} contact={loaded.contact} />
    </div>
  );
}
