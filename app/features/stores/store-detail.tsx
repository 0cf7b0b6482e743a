import type { useLoaderData } from "@remix-run/react";
import { PlayerPackage } from "~/features/player/player-package";
import { CopiedAddress } from "~/ui/copied-address";
import { kindLabel, spotKinds } from "~/ui/day";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { MailLink, PhoneLink } from "~/ui/frame/contact-links";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { playerAddPath, storeDayPath, storeHoursPath } from "./paths";
import type { loadStoreDetail } from "./store-detail.server";
import { deviceTexts, storeTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadStoreDetail>>;

/** Says whom to call and what to do; comes first on the page of a store in trouble. */
export function Trouble({
  state,
  place: { contact, phone, email },
  trouble,
}: Pick<Data, "state" | "place"> & { trouble: string[] }) {
  return (
    <section className="mb-8 rounded-xl bg-bad-tint p-5">
      <h2 className="text-lg font-semibold">
        <Pill tone={state.tone}>{state.words}</Pill>
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-lg">
        {contact || phone || email ? (
          <>
            {contact ? <b>{contact}</b> : null}
            {phone ? <PhoneLink number={phone} /> : null}
            {email ? <MailLink address={email} /> : null}
          </>
        ) : (
          storeTexts.noContact
        )}
      </p>
      <ol className="mt-2 list-decimal pl-5">
        {trouble.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

export function StateFacts({ state, unit, facts, storeRef }: Data) {
  return (
    <Panel
      title="Now"
      actions={
        <ButtonLink small to={storeDayPath(storeRef)}>
          See day in detail
        </ButtonLink>
      }
    >
      <Facts
        facts={[
          { term: "Status", value: <Pill tone={state.tone}>{state.words}</Pill> },
          { term: "Account status", value: facts.since },
          { term: "Location", value: unit || "No group yet" },
          { term: "Last seen", value: facts.lastSeen },
          { term: "Last played", value: facts.lastPlayed },
          { term: "Played today", value: facts.playsToday },
          { term: storeTexts.received, value: facts.receivedToday },
          { term: "Volume", value: facts.volume },
          ...(facts.playerLogs
            ? [
                {
                  term: "Player’s log",
                  value: (
                    <Pill tone={facts.playerLogs.areNewest ? "ok" : "info"}>
                      {facts.playerLogs.words}
                    </Pill>
                  ),
                },
              ]
            : []),
          { term: "Music stored until", value: facts.storedUntil ?? storeTexts.notReported },
          { term: "Player version", value: facts.playerVersion ?? storeTexts.notReported },
        ]}
      />
    </Panel>
  );
}

const stateWords = { none: "Not planned", draft: "Draft", stale: "Stale", published: "Published" };
const stateTones = { none: "idle", draft: "info", stale: "warn", published: "ok" } as const;

export function ScheduleDays({ days }: Pick<Data, "days">) {
  return (
    <Panel title={storeTexts.days}>
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
                <Pill tone={stateTones[row.state]}>{stateWords[row.state]}</Pill>
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

export function WeekPicture({ week, exceptions, storeRef }: Data) {
  return (
    <Panel
      title="Opening hours"
      actions={
        <ButtonLink small to={storeHoursPath(storeRef)}>
          Edit<span className="sr-only"> opening hours</span>
        </ButtonLink>
      }
    >
      <ul className="grid gap-1.5">
        {week.map(({ weekday, words, bars }) => (
          <li
            key={weekday}
            className="grid grid-cols-[2.5rem_1fr] items-center gap-x-3 sm:grid-cols-[2.5rem_1fr_10rem]"
          >
            <span aria-hidden="true">{weekday.slice(0, 3)}</span>
            <span className="sr-only">{weekday}: </span>
            <svg
              viewBox="0 0 1440 10"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-2.5 w-full"
            >
              <rect width="1440" height="10" className="fill-ground" />
              {bars.map(({ from, to }) => (
                <rect key={from} x={from} width={to - from} height="10" className="fill-ink-2" />
              ))}
            </svg>
            <span className="col-start-2 text-sm text-ink-2 sm:col-start-3">{words}</span>
          </li>
        ))}
      </ul>
      {exceptions.length > 0 ? (
        <>
          <h3 className="mb-1 mt-4 font-semibold">Exceptions</h3>
          <Facts
            facts={exceptions.map(({ day, hours, note }) => ({
              term: day,
              value: [hours, note].filter(Boolean).join(" · "),
            }))}
          />
        </>
      ) : null}
    </Panel>
  );
}

export function Players({
  users,
  managesPlayers,
  storeRef,
  name,
  playerUrl,
  packageUrl,
}: Data & { playerUrl: string; packageUrl: string | undefined }) {
  return (
    <Panel
      title="Player accounts"
      actions={
        managesPlayers ? (
          <ButtonLink small to={playerAddPath(storeRef)}>
            Add player account
          </ButtonLink>
        ) : null
      }
    >
      {users.length === 0 ? (
        <p className="text-ink-2">{storeTexts.noAccounts(name)}</p>
      ) : (
        <ul className="grid gap-2">
          {users.map((user) => (
            <li key={user.ref} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b className="font-semibold">{user.username}</b>
                <small className="block text-ink-3">
                  {user.status === "active"
                    ? user.signedIn
                      ? `Signed in ${user.signedIn}`
                      : "Never signed in"
                    : user.status}
                </small>
              </span>
              {user.reset ? (
                <ConfirmLink {...user.reset} of={`of ${user.username}`} variant="quiet" small />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
        {storeTexts.playerAddress} <CopiedAddress url={playerUrl} />
        {packageUrl ? (
          <>
            {" "}
            For Android devices: <PlayerPackage url={packageUrl} />
          </>
        ) : null}
      </p>
    </Panel>
  );
}

export function Devices({ devices, name }: Data) {
  return (
    <Panel title="Player devices" lead={deviceTexts.lead}>
      {devices.length === 0 ? (
        <p className="text-ink-2">{deviceTexts.none(name)}</p>
      ) : (
        <ul className="grid gap-3">
          {devices.map((device) => (
            <li key={device.ref} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="flex flex-wrap items-center gap-2">
                  <b className="font-semibold">{device.name}</b>
                  {device.playsSince ? (
                    <Pill tone="ok">Plays since {device.playsSince}</Pill>
                  ) : null}
                </span>
                <small className="block text-ink-3">Last seen: {device.lastSeen}</small>
                <small className="block text-ink-3">Signed in {device.signedIn}</small>
              </span>
              <ConfirmLink {...device.revoke} of={device.name} variant="quiet" small />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
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
            cell: (row) => <span className="[overflow-wrap:anywhere]">{row.title}</span>,
          },
          {
            key: "kind",
            header: "Type",
            card: "aside",
            cell: (row) => kindLabel[spotKinds[row.kind]],
          },
          {
            key: "artist",
            header: "Artist",
            card: "line",
            cell: (row) => row.artist ?? <span className="text-ink-3">–</span>,
          },
          {
            key: "at",
            header: "Started",
            card: "line",
            cell: (row) => <span className="whitespace-nowrap">{row.at}</span>,
          },
          {
            key: "verified",
            header: "Verified",
            card: "line",
            cell: (row) =>
              row.unverified ? (
                <span className="whitespace-nowrap">No: {row.unverified}</span>
              ) : (
                "Yes"
              ),
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

export function PlaceFacts({ place, licence }: Data) {
  return (
    <Panel title="Place, device and licence">
      <Facts
        facts={[
          { term: "Address", value: place.address || "–" },
          { term: "Contact", value: place.contact ?? "–" },
          { term: "Phone", value: place.phone ? <PhoneLink number={place.phone} /> : "–" },
          { term: "Email", value: place.email ? <MailLink address={place.email} /> : "–" },
          { term: "Device", value: place.device || "–" },
          {
            term: "Licence",
            value: licence ? (
              <span className="flex flex-wrap items-center gap-x-2">
                {licence.name} {licence.dates}
                {licence.warning ? (
                  <Pill tone={licence.warning.tone}>{licence.warning.words}</Pill>
                ) : null}
              </span>
            ) : (
              "–"
            ),
          },
        ]}
      />
    </Panel>
  );
}
