import { redirect } from "@remix-run/node";
import { z } from "zod";
import { dateIn, showInstant, showPlaylistDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import { listPlaylists } from "#contract/schedule/endpoints";
import { publishSettings } from "#contract/schedule/publishing";
import { editLabels, publishedHowLabels } from "#contract/schedule/words";
import { withNames } from "~/lib/audit/people.server";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { findGroupDay, groupRef } from "./coming-days.server";
import { differencePath, schedulePath } from "./paths";
import { ofGroup } from "./preview-day.server";
import { scheduleTexts } from "./texts";

const Address = z.object({ groupId: idOf("group").optional(), day: field.isoDate.optional() });

/** Loads the versions of a group's day, with who made and published each, when and how. */
export async function loadVersions(request: Request, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const target = await findGroupDay(pageContext, readQuery(request, Address, { ids }));
  if (!target) throw redirect(schedulePath); // that page says that there is no group yet
  const { groupId, day } = target;
  const [{ data }, { data: settings }] = await Promise.all([
    load(() => api.call(listPlaylists, { query: ofGroup(groupId, day) })),
    load(() => api.call(publishSettings, {})),
  ]);
  const versions = await withNames(pageContext, data, "editedBy", "publishedBy");
  const members = { groupId: groupRef(pageContext, groupId), day };
  const currentVersion =
    versions.find(({ state }) => state === "draft") ??
    versions.find(({ state }) => state === "published");
  const isOver = day < dateIn(settings.timeZone, new Date());
  const at = (instant: string) => {
    const date = new Date(instant);
    return showInstant(date, settings.timeZone);
  };
  return {
    title: "Versions",
    day: [versions[0]?.groupName, showPlaylistDate(day)].filter(Boolean).join(", "),
    dayTo: withMembers(schedulePath, members),
    rows: versions.map((version) => {
      const ref = ids.encrypt("playlist", version.id);
      const { editedBy, editedHow, publishedAt, publishedBy, publishedHow } = version;
      const how =
        publishedHow && publishedHow !== "PERSON"
          ? publishedHowLabels[publishedHow]
          : publishedBy && `By ${publishedBy}`;
      return {
        ref,
        version: version.version,
        state: version.state,
        creation: {
          what: editedHow ? `${editLabels[editedHow]} by ${editedBy}` : scheduleTexts.fromRule,
          at: at(version.createdAt),
        },
        published: how && publishedAt ? { what: how, at: at(publishedAt) } : null,
        songs: figures.figure(version.songs),
        breaks: figures.figure(version.violations),
        to: withMembers(schedulePath, { ...members, version: ref }),
        differenceTo:
          version.state === "published" ? null : withMembers(differencePath, { id: ref }),
        restore:
          !isOver && currentVersion && version.id !== currentVersion.id
            ? currentVersion.version
            : null,
      };
    }),
  };
}
export type Versions = Awaited<ReturnType<typeof loadVersions>>;
