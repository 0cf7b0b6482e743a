import type { useLoaderData } from "@remix-run/react";
import { dayStateLabels } from "#contract/schedule/words";
import { dayStateTones, kindLabel, spotKinds } from "~/ui/day";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadStoreDetail } from "./store-detail.server";
import { storeTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadStoreDetail>>;

export function ScheduleDays({ days, waitingDays }: Pick<Data, "days" | "waitingDays">) {
  return (
    <Panel title={storeTexts.days} {...(waitingDays && { lead: waitingDays })}>
      <Table
        caption="Schedule"
        rows={days}
        rowKey={(row) => row.day}
        columns={[
          {
            key: "day",
            header: "Day",
            card: "title",
            cell: (row) => (
              <>
                <b className="font-semibold">{row.weekday}</b>
                <small className="block text-ink-3">{row.day}</small>
              </>
            ),
          },
          {
            key: "plan",
            header: "Music",
            card: "aside",
            cell: (row) =>
              row.state ? (
                <Pill tone={dayStateTones[row.state]}>{dayStateLabels[row.state]}</Pill>
              ) : (
                <span className="text-ink-3">No group yet</span>
              ),
          },
          {
            key: "hours",
            header: "Hours",
            card: "line",
            cell: (row) => (
              <span className="block max-md:text-right">
                <span className="whitespace-nowrap">{row.hours}</span>
                {row.note ? <small className="block text-ink-3">{row.note}</small> : null}
              </span>
            ),
          },
          {
            key: "log",
            header: "What plays",
            card: "line",
            cell: (row) =>
              row.log ? (
                row.log.songs === 0 ? (
                  "Nothing plays"
                ) : (
                  <LogWords {...row.log} />
                )
              ) : (
                <span className="text-ink-3">–</span>
              ),
          },
          {
            key: "preview",
            header: "Preview",
            card: "plain",
            cell: (row) =>
              row.preview ? (
                <TextLink to={row.preview}>
                  Preview<span className="sr-only"> {row.day}</span>
                </TextLink>
              ) : null,
          },
        ]}
      />
    </Panel>
  );
}

function LogWords({ songs, ads, promos, first, last }: NonNullable<Data["days"][number]["log"]>) {
  const { counted } = useFigures();
  return `${counted(songs, "song")}, ${counted(ads, "ad")}, ${counted(promos, "promo")}, ${first} – ${last}`;
}

export function RecentPlays({ plays }: Pick<Data, "plays">) {
  return (
    <Panel title="Latest play-outs" lead={storeTexts.localTime}>
      <Table
        caption="Latest play-outs"
        rows={plays.map((play, place) => ({ ...play, key: `${play.at} ${place}` }))}
        rowKey={(row) => row.key}
        columns={[
          {
            key: "title",
            header: "Title",
            card: "title",
            cell: PlayWords,
          },
          {
            key: "kind",
            header: "Type",
            card: "aside",
            cell: (row) => kindLabel[spotKinds[row.kind]],
          },
          {
            key: "at",
            header: "Started",
            card: "hide",
            cell: (row) => <span className="whitespace-nowrap">{row.at}</span>,
          },
          {
            key: "length",
            header: "Length",
            numeric: true,
            card: "hide",
            cell: (row) => row.length,
          },
        ]}
        empty={<EmptyState title="No Data Found">{storeTexts.noPlays}</EmptyState>}
      />
    </Panel>
  );
}

/** Names the item and, where it is not verified, says why; on a phone also when it began. */
const PlayWords = ({ title, artist, at, unverified }: Data["plays"][number]) => (
  <span className="[overflow-wrap:anywhere]">
    {title}
    <small className="block font-normal text-ink-3">
      {artist}
      <span className="md:hidden">
        {artist ? " · " : null}
        {at}
      </span>
    </small>
    {unverified ? (
      <small className="block font-normal text-warn">Not verified: {unverified}</small>
    ) : null}
  </span>
);
