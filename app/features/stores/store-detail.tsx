import type { useLoaderData } from "@remix-run/react";
import { HelpCallWords } from "~/features/alerts/help-call-words";
import { ButtonLink } from "~/ui/frame/button";
import { MailLink, PhoneLink } from "~/ui/frame/contact-links";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { storeDayPath, storeHoursPath } from "./paths";
import type { loadStoreDetail } from "./store-detail.server";
import { storeTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadStoreDetail>>;

/** The store's open call for help; comes first on the store's page. */
export const OpenHelpCall = ({
  name,
  helpCall: { call, since },
}: Pick<Data, "name"> & { helpCall: NonNullable<Data["helpCall"]> }) => (
  <section className="mb-8 rounded-xl bg-bad-tint p-5">
    <h2 className="mb-2 text-lg font-semibold">
      <Pill tone="bad">{storeTexts.callsForHelp(since)}</Pill>
    </h2>
    {call ? <HelpCallWords call={call} store={name} /> : null}
  </section>
);

export function StateFacts({ state, unit, facts, storeRef, trouble }: Data) {
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
          // a store in trouble has it at the top of its page
          ...(trouble
            ? []
            : [{ term: "Status", value: <Pill tone={state.tone}>{state.words}</Pill> }]),
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
