import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EventList } from "~/features/schedule/event-list";
import { loadEvents } from "~/features/schedule/events.server";
import { eventAddPath, seasonCalendarPath } from "~/features/schedule/paths";
import { eventTexts, seasonTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Event playlists · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadEvents(args, await requireArea(args, "MUSIC_SCHEDULE"));
}

export default function EventPlaylists() {
  return (
    <>
      <PageHead
        title="Event playlists"
        lead={eventTexts.lead}
        help={tutorialPath("music_schedule")}
        actions={
          <>
            <ButtonLink to={seasonCalendarPath}>{seasonTexts.title}</ButtonLink>
            <ButtonLink to={eventAddPath} variant="primary">
              Add event
            </ButtonLink>
          </>
        }
      />
      <EventList {...useLoaderData<typeof loader>()} />
    </>
  );
}
