import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { timeIn } from "#contract/base/dates";
import { DayList } from "~/features/player/day-list";
import { playerSignOutPath } from "~/features/player/paths";
import { loadPlayer } from "~/features/player/player.server";
import { dayAt } from "~/features/player/player-item.client-safe";
import { PlayerPackage } from "~/features/player/player-package";
import { PlayerPanel } from "~/features/player/player-panel";
import { playerTexts } from "~/features/player/texts";
import { usePlayer } from "~/features/player/use-player";
import { storeAccountPath } from "~/features/session/paths";
import { requirePlayer } from "~/lib/guard.server";
import type { ScriptHandle } from "~/root";
import { Button } from "~/ui/frame/button";
import { PostForm } from "~/ui/frame/post-form";
import { Logo, OpenedBy } from "~/ui/frame/shell";

export const handle: ScriptHandle = { script: "always", worksOffline: true };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.storeName ?? "Player"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requirePlayer(args);
  return {
    ...(await loadPlayer(guarded)),
    openedBy: guarded.user?.openedBy ?? null,
    packageUrl: args.context.playerPackageUrl,
  };
}

/** The player has the log as it was loaded and fetches it anew by itself. */
export const shouldRevalidate = () => false;

export default function StoreManager() {
  const { storeId, storeName, version, person, openedBy, packageUrl, ...loaded } =
    useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const { player, state } = usePlayer({ storeId, version, schedule: loaded.schedule });
  const schedule = state?.schedule ?? loaded.schedule;
  const now = state?.now ?? loaded.schedule.at;
  return (
    <div className="mx-auto max-w-4xl px-4 pb-12">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
        <Logo />
        <PostForm action={playerSignOutPath} reloadDocument className="flex items-center gap-3">
          {person === null ? null : (
            <>
              <span className="text-sm text-ink-2">{person}</span>
              {/* in a tab of its own: leaving this page would stop the music */}
              <Link to={storeAccountPath} target="_blank" className="btn btn-small">
                Account<span className="sr-only">{playerTexts.newTab}</span>
              </Link>
            </>
          )}
          <Button small icon="sign-out">
            Sign out
          </Button>
        </PostForm>
      </header>
      <main id="main">
        {openedBy ? (
          <OpenedBy name={person ?? ""} openedBy={openedBy} signOutTo={playerSignOutPath} />
        ) : null}
        <h1 className="text-xl font-bold tracking-tight [overflow-wrap:anywhere]">{storeName}</h1>
        <p className="mb-4 text-ink-2">
          <span className="hidden scripted:inline">{playerTexts.lead}</span>
          <span className="scripted:hidden">{playerTexts.withoutScript}</span>
        </p>
        <PlayerPanel player={player} state={state} />
        <DayList
          items={schedule.items}
          day={dayAt(schedule, now)}
          open={search.get("hour") ?? timeIn(schedule.timeZone, new Date(now)).slice(0, 2)}
        />
        {packageUrl ? (
          <p className="mt-4 text-sm text-ink-2">
            For Android devices: <PlayerPackage url={packageUrl} />
          </p>
        ) : null}
      </main>
    </div>
  );
}
