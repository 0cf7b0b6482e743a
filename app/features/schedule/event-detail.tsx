import { useParams } from "@remix-run/react";
import { eventModeLabels } from "#contract/schedule/words";
import { type OrderedSongRow, OrderedSongs } from "~/features/library/ordered-songs";
import { useHistory } from "~/lib/audit/history";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink, type ConfirmLinkData } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import type { shownEvent } from "./events.server";
import { eventEditPath, eventPickerPath, eventSongsPath, eventsPath } from "./paths";
import { eventTexts } from "./texts";

type Event = ReturnType<typeof shownEvent>;
export function EventHead({
  name,
  path,
  state,
  days,
  hours,
  mayChange,
  removal,
}: Event & { removal: ConfirmLinkData }) {
  return (
    <PageHead
      crumbs={[{ label: "Event playlists", to: eventsPath }]}
      title={name}
      history={useHistory("event", useParams().id)}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Pill tone={state.tone}>{state.words}</Pill>
          <span>
            {days}, {hours}
            {mayChange ? "" : `. ${eventTexts.notYours}`}
          </span>
        </span>
      }
      more={mayChange ? <ConfirmLink {...removal} icon="trash" /> : undefined}
      actions={
        mayChange ? (
          <>
            <ButtonLink to={eventEditPath(path)} icon="edit">
              Edit
            </ButtonLink>
            <ButtonLink to={eventPickerPath(path)} variant="primary" icon="plus">
              Add songs
            </ButtonLink>
          </>
        ) : undefined
      }
    />
  );
}

export function EventFacts({
  image,
  name,
  locations,
  mode,
  priority,
  songs,
  playable,
  length,
  countries,
}: Event) {
  return (
    <Panel title="Event">
      <div className="flex flex-wrap items-start gap-4">
        {image ? (
          <img src={image} alt={name} className="max-h-40 max-w-full rounded object-contain" />
        ) : null}
        <div className="min-w-0 flex-1">
          <Facts
            facts={[
              { term: "Where it plays", value: locations },
              { term: "Songs play", value: eventModeLabels[mode] },
              ...(length ? [{ term: "Songs", value: length }] : []),
              ...(countries.length > 0
                ? [
                    {
                      term: "By country",
                      value: (
                        <ul>
                          {countries.map((country) => (
                            <li key={country}>{country}</li>
                          ))}
                        </ul>
                      ),
                    },
                  ]
                : []),
              { term: "Priority", value: priority },
            ]}
          />
          {songs > 0 && playable === 0 ? (
            <p className="mt-2 text-warn">{eventTexts.nonePlays}</p>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}

/** The songs in order; people who may change the event can move and remove them. */
export function EventSongs({
  event: { name, path, mayChange },
  songs,
}: {
  event: Event;
  songs: OrderedSongRow[];
}) {
  return (
    <OrderedSongs
      caption={eventTexts.songs(name)}
      songs={songs}
      change={mayChange ? { action: eventSongsPath(path), pickerTo: eventPickerPath(path) } : null}
      none={eventTexts.noSongs}
    />
  );
}
