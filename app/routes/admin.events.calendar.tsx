import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { eventsPath } from "~/features/schedule/paths";
import { CalendarKey, YearOfMonths } from "~/features/schedule/season-calendar";
import { loadSeasonCalendar } from "~/features/schedule/season-calendar.server";
import { seasonTexts } from "~/features/schedule/texts";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${seasonTexts.title}${data ? ` ${data.year}` : ""} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSeasonCalendar(args.request, await requireArea(args, "MUSIC_SCHEDULE"));
}

export default function SeasonCalendar() {
  const calendar = useLoaderData<typeof loader>();
  const { year, country, hasHolidays, previous, next, addEventTo, addSeasonTo, more, months } =
    calendar;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Event playlists", to: eventsPath }]}
        title={`${seasonTexts.title} ${year}`}
        lead={hasHolidays ? seasonTexts.lead(country) : seasonTexts.leadWithout(country)}
        actions={
          <>
            <ButtonLink to={previous.to} variant="quiet" icon="left">
              {String(previous.year)}
            </ButtonLink>
            <ButtonLink to={next.to} variant="quiet" icon="right">
              {String(next.year)}
            </ButtonLink>
            {addSeasonTo ? <ButtonLink to={addSeasonTo}>{seasonTexts.addSeason}</ButtonLink> : null}
            <ButtonLink to={addEventTo}>Add event</ButtonLink>
          </>
        }
      />
      <CalendarKey />
      {more ? <p className="mb-4 text-ink-2">{more}</p> : null}
      <YearOfMonths months={months} />
    </>
  );
}
