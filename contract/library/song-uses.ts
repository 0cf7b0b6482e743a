import { z } from "zod";
import { AuditRow } from "../audit/endpoints.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { paging } from "../base/pages.ts";

const access = ["MUSIC_LIBRARY"] as const;
const params = z.strictObject({ id: field.id });
const text = z.string().nullable();

export const songCharts = endpoint({
  method: "get",
  path: "/multimedia/{id}/uses",
  summary:
    "The charts that contain a song, the provider's first, and the first day it was ever scheduled",
  access,
  scope: "provider",
  params,
  data: z.object({
    /**
     * Null for a song that was in no playlist yet; with any other, or with charts, it can not be
     * deleted.
     */
    scheduledFrom: text,
    total: z.int(),
    /** The number of event playlists that have it. */
    events: z.int(),
    /** The other companies in whose charts and events a reserved song is hidden. */
    hiddenIn: z.array(z.object({ companyName: z.string(), charts: z.int(), events: z.int() })),
    charts: z.array(
      z.object({
        id: z.int(),
        chartName: z.string(),
        kind: z.enum(["popular", "custom"]),
        companyId: z.int(),
        companyName: z.string(),
        status: field.status,
        position: z.int(),
        weight: z.int(),
      }),
    ),
  }),
});

export const takeSongOut = endpoint({
  method: "delete",
  path: "/multimedia/{id}/uses",
  summary:
    "Take a reserved song out of the charts and event playlists of all companies but its own",
  access,
  scope: "provider",
  params,
  data: z.object({ charts: z.int(), events: z.int() }),
});

export const songPlaylists = endpoint({
  method: "get",
  path: "/multimedia/{id}/playlists",
  summary:
    "The first group playlists that contain a song, drafts and published, from each company's today on",
  access,
  scope: "provider",
  params,
  data: z.object({
    more: z.boolean(),
    playlists: z.array(
      z.object({
        id: z.int(),
        companyName: z.string(),
        zoneName: z.string(),
        groupName: z.string(),
        day: z.string(),
        state: z.enum(["draft", "published"]),
        times: z.int(),
      }),
    ),
  }),
});

export const songWaitingDays = endpoint({
  method: "get",
  path: "/multimedia/{id}/waiting-days",
  summary:
    "How many published days of groups, in all companies, still play a song that may no longer be played there. They are updated soon",
  access,
  scope: "provider",
  params,
  data: z.object({ days: z.int() }),
});

export const songHistory = endpoint({
  method: "get",
  path: "/multimedia/{id}/history",
  summary: "Who did what to a song, newest first",
  access,
  scope: "provider",
  params,
  query: z.strictObject(paging),
  list: true,
  data: AuditRow.omit({ address: true }),
});
