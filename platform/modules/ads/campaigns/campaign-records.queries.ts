import { and, eq, type SQL, sql } from "drizzle-orm";
import { campaignStateWords, spotKindWords } from "#contract/ads/words";
import { isLocationSeen } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import {
  dateCell,
  type ExportColumn,
  type ExportRows,
  labelCell,
  moneyCell,
  numberCell,
  textCell,
} from "../../../db/export-cells.ts";
import { idKey, keyset } from "../../../db/keyset.ts";
import {
  campaign,
  campaignStore,
  campaignUnit,
  company,
  region,
  store,
  storeGroup,
  zone,
} from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { campaignBrand } from "./campaign-brand.queries.ts";
import { type CampaignListQuery, matching, sortKeys } from "./list-campaigns.queries.ts";

/** Names of the locations that the caller sees; the whole company by its own. */
const locationNames = (
  scope: Scope,
) => sql`(select string_agg(coalesce(${store.name}, ${storeGroup.name}, ${zone.name}, ${region.name}, 'Whole company'), '; ' order by ${campaignUnit.id})
  from ${campaignUnit}
  left join ${region} on ${region.companyId} = ${campaignUnit.companyId} and ${region.id} = ${campaignUnit.regionId}
  left join ${zone} on ${zone.companyId} = ${campaignUnit.companyId} and ${zone.id} = ${campaignUnit.zoneId}
  left join ${storeGroup} on ${storeGroup.companyId} = ${campaignUnit.companyId} and ${storeGroup.id} = ${campaignUnit.groupId}
  left join ${store} on ${store.companyId} = ${campaignUnit.companyId} and ${store.id} = ${campaignUnit.storeId}
  where ${campaignUnit.companyId} = ${campaign.companyId} and ${campaignUnit.campaignId} = ${campaign.id} and ${isLocationSeen(scope, campaignUnit)})`;

/** A sum over the campaign's stores in scope. */
const overStores = (scope: Scope, sum: SQL) => sql`(select ${sum} from ${campaignStore}
  join ${store} on ${store.companyId} = ${campaignStore.companyId} and ${store.id} = ${campaignStore.storeId}
  where ${campaignStore.companyId} = ${campaign.companyId} and ${campaignStore.campaignId} = ${campaign.id} and ${storesWithin(scope)})`;

const columnsFor = (scope: Scope): ExportColumn[] => [
  ["Campaign", textCell(campaign.name)],
  ["Brand", textCell(campaignBrand)],
  ["Kind", labelCell(campaign.kind, Object.entries(spotKindWords))],
  ["State", labelCell(campaign.state, Object.entries(campaignStateWords))],
  ["First day", dateCell(campaign.startsOn)],
  ["Last day", dateCell(campaign.endsOn)],
  ["Locations", textCell(locationNames(scope))],
  ["Stores", numberCell(overStores(scope, sql`count(*)`))],
  ["Plays wanted", numberCell(overStores(scope, sql`coalesce(sum(${campaignStore.wanted}), 0)`))],
  ["Plays booked", numberCell(overStores(scope, sql`coalesce(sum(${campaignStore.taken}), 0)`))],
  // the price covers all locations, and would mislead a person who sees only some of them
  ["Price", moneyCell(scope.reach === "company" ? campaign.price : sql`null::bigint`)],
  ["Added by", textCell(campaign.createdBy)],
  ["Added", dateCell(campaign.createdAt, company.timeZone)],
];

/** The campaigns that match as rows of a file, the latest flight first. */
export function findCampaignRows(
  scope: Scope,
  db: Db,
  filters: Omit<CampaignListQuery, "sort" | "limit" | "cursor">,
): ExportRows {
  const order = keyset([sortKeys.starts, idKey(campaign.id)], {
    descending: true,
    cursor: undefined,
  });
  const where = matching(scope, filters);
  return {
    columns: columnsFor(scope),
    async *slices(cells, sliceRows) {
      for await (const slice of order.slices(db, sliceRows, { from: campaign, where }))
        yield sql`select ${cells} from ${campaign} join ${company} on ${eq(company.id, campaign.companyId)}
          where ${and(where, slice)} order by ${order.orderBy}`;
    },
  };
}
