import type { useLoaderData } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { figure } from "~/ui/frame/figure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import type { loadSongRemoval } from "./song-edit.server";
import { statusQuestion } from "./song-questions";

type Data = ReturnType<typeof useLoaderData<typeof loadSongRemoval>>;

/** In place of the question whether to delete a song: what stands in the way, where that is, and what to do instead. */
export function SongTies({ path, title, isActive, charts, moreCharts, scheduledFrom }: Data) {
  return (
    <div className="max-w-form">
      <PageHead
        crumbs={[
          { label: "Music library", to: "/admin/library" },
          { label: title, to: path },
        ]}
        title={`${title} can not be deleted`}
      />
      <Panel>
        {charts.length > 0 ? (
          <>
            <p>These charts have it:</p>
            <ul className="mt-1 list-disc ps-5">
              {charts.map(({ key, chartName, companyName, to }) => (
                <li key={key}>{to ? <TextLink to={to}>{chartName}</TextLink> : `${chartName} of ${companyName}`}</li>
              ))}
              {moreCharts > 0 ? (
                <li>
                  <TextLink to={path}>{figure(moreCharts)} more</TextLink>
                </li>
              ) : null}
            </ul>
          </>
        ) : null}
        {scheduledFrom ? (
          <p className="mt-3 first:mt-0">
            It is in schedules from {scheduledFrom} on, and those, their plays and reports name it.{" "}
            <TextLink to={withMembers(path, { playlists: "yes" })}>See the coming days</TextLink>
          </p>
        ) : null}
        <p className="mt-3">
          {scheduledFrom ? "" : "Take it out of the charts first to delete it. "}
          {isActive ? "Deactivate it, and schedules made from now on leave it out." : "It is inactive: schedules leave it out."}
        </p>
        <p className="mt-4 flex flex-wrap gap-2">
          {isActive ? (
            <ConfirmLink
              {...statusQuestion("inactive", title)}
              to={withMembers(`${path}/status`, { to: "inactive" })}
              hidden={<input type="hidden" name="to" value="inactive" />}
            >
              Deactivate
            </ConfirmLink>
          ) : null}
          <ButtonLink to={path}>Back to the song</ButtonLink>
        </p>
      </Panel>
    </div>
  );
}
