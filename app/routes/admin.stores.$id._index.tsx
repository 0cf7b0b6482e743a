import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { playerHome } from "~/features/player/paths";
import { sendCommand } from "~/features/stores/commands.server";
import { Commands } from "~/features/stores/commands-panel";
import { NowPlaying } from "~/features/stores/now-playing";
import { storeCopyPath, storeEditPath, storesPath } from "~/features/stores/paths";
import { OpenHelpCall, PlaceFacts, StateFacts, WeekPicture } from "~/features/stores/store-detail";
import { loadStoreDetail } from "~/features/stores/store-detail.server";
import { RecentPlays, ScheduleDays } from "~/features/stores/store-music-panels";
import { Devices, Players } from "~/features/stores/store-player-panels";
import { Trouble } from "~/features/stores/trouble";
import { useHistory } from "~/lib/audit/history";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Pill } from "~/ui/frame/pill";
import { useRefresh } from "~/ui/use-refresh";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Store"} · Fever In-Store` },
];

type StoreDetail = ReturnType<typeof useLoaderData<typeof loader>>;

export async function loader(args: LoaderFunctionArgs) {
  const detail = await loadStoreDetail(args.params.id, await requireArea(args, "STORES"));
  return {
    ...detail,
    playerUrl: `${args.context.publicUrl}${playerHome}`,
    packageUrl: args.context.playerPackageUrl,
  };
}

export async function action(args: ActionFunctionArgs) {
  return sendCommand(args, await requireArea(args, "STORES"));
}

/** A player answers within seconds, and the sender of a command waits for that. */
const secondsAwaited = 2;
/** Days follow a change within seconds too, but to find that out is more work. */
const secondsToFollow = 10;

function secondsToRefresh({ commands, facts, waitingDays, nowPlaying }: StoreDetail) {
  if (commands.isAwaited || facts.playerLogs?.areAwaited) return secondsAwaited;
  return waitingDays === null ? nowPlaying.refreshSeconds : secondsToFollow;
}

export default function StorePage() {
  const store = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  useRefresh(secondsToRefresh(store));
  return (
    <>
      <PageHead
        crumbs={[{ label: "Stores", to: storesPath }]}
        title={store.name}
        lead={`${store.code} · ${store.clock}`}
        history={useHistory("store", store.storeRef)}
        more={
          <>
            <ButtonLink to={storeCopyPath(store.storeRef)}>Copy</ButtonLink>
            <ConfirmLink {...store.turn} />
          </>
        }
        actions={
          <ButtonLink to={storeEditPath(store.storeRef)} variant="primary" icon="edit">
            Edit
          </ButtonLink>
        }
      />
      <Failure failure={result?.failure} />
      {store.helpCall ? <OpenHelpCall name={store.name} helpCall={store.helpCall} /> : null}
      {store.trouble ? (
        <Trouble
          heading={<Pill tone={store.state.tone}>{store.state.words}</Pill>}
          contact={store.place}
          steps={store.trouble}
        />
      ) : null}
      {/* the status comes first on a phone; on wide screens it heads the column on the right */}
      <div className="grid items-start gap-x-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-2">
          <NowPlaying nowPlaying={store.nowPlaying} />
          <StateFacts {...store} />
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <ScheduleDays {...store} />
          <RecentPlays plays={store.plays} />
        </div>
        <div className="min-w-0 lg:col-start-2">
          <Commands commands={store.commands} result={result} />
          <WeekPicture {...store} />
          <Players {...store} />
          <Devices {...store} />
          <PlaceFacts {...store} />
        </div>
      </div>
    </>
  );
}
