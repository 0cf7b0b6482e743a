import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { showPlaylistDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import { groupRotation } from "#contract/schedule/day-changes";
import { dayChooser, findGroupDay, groupRef } from "~/features/schedule/coming-days.server";
import { rotationPath, schedulePath } from "~/features/schedule/paths";
import { ofGroup } from "~/features/schedule/preview-day.server";
import { MostPlayed, Repeats, SameHour, Turnover, tilesOf } from "~/features/schedule/rotation";
import { ScheduleChooser } from "~/features/schedule/schedule-day";
import { scheduleTexts } from "~/features/schedule/texts";
import { readQuery } from "~/lib/forms/forms.server";
import { load, requireArea } from "~/lib/session/guard.server";
import { songAudioFor } from "~/lib/songs/audio.server";
import { withMembers } from "~/ui/frame/address";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { Tabs } from "~/ui/frame/tabs";

export const meta: MetaFunction = () => [{ title: "Rotation · Fever In-Store" }];

/** The periods to choose from (days). */
const periods = [1, 28];

const Address = z.object({
  groupId: idOf("group").optional(),
  day: field.isoDate.optional(),
  days: z.number().int().min(1).max(28).optional(),
});

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_SCHEDULE");
  const { api, ids } = pageContext;
  const { days = 1, ...address } = readQuery(args.request, Address, { ids });
  const target = await findGroupDay(pageContext, address);
  if (!target) throw redirect(schedulePath); // that page says that there is no group yet
  const { coming, groupId, day } = target;
  const { data } = await load(() =>
    api.call(groupRotation, { query: { ...ofGroup(groupId, day), days } }),
  );
  const members = { groupId: groupRef(pageContext, groupId), day };
  const group = { groupId, groupName: data.groupName, day };
  return {
    ...data,
    mostPlayed: data.mostPlayed.map(({ hasAudio, ...song }) => ({
      ...song,
      audio: hasAudio ? songAudioFor(pageContext, song.songId) : null,
    })),
    title: days === 1 ? "Rotation" : `Rotation over ${days} days`,
    dayTitle: `${data.groupName}, ${showPlaylistDate(day)}`,
    dayTo: withMembers(schedulePath, members),
    chooser: dayChooser(rotationPath, { coming, group, members: { days } }, pageContext),
    tabs: periods.map((number) => ({
      label: number === 1 ? "This day" : "28 days",
      to: withMembers(rotationPath, { ...members, days: number }),
      current: number === days,
    })),
  };
}

export default function Rotation() {
  const rotation = useLoaderData<typeof loader>();
  const figures = useFigures();
  const { title, dayTitle, dayTo, chooser, tabs, plays, days } = rotation;
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Music schedule", to: schedulePath },
          { label: dayTitle, to: dayTo },
        ]}
        title={title}
        lead={scheduleTexts.rotationLead}
      />
      <ScheduleChooser {...chooser} />
      <Tabs label="Period" tabs={tabs} />
      {plays === 0 ? (
        <EmptyState icon="schedule" title="No List Found">
          {scheduleTexts.rotationEmpty}
        </EmptyState>
      ) : (
        <>
          <StatTiles label="In all" tiles={tilesOf(rotation, figures)} />
          <Turnover charts={rotation.charts} />
          <SameHour {...rotation} />
          <div className="grid gap-x-4 lg:grid-cols-2">
            <Repeats what="song" counts={rotation.songsByPlays} days={days} />
            <Repeats what="artist" counts={rotation.artistsByPlays} days={days} />
            <MostPlayed {...rotation} />
          </div>
        </>
      )}
    </>
  );
}
