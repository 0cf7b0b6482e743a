import { and, eq, type SQL, sql } from "drizzle-orm";
import { campaignStates, campaignStateWords, spotKinds, spotKindWords } from "#contract/ads/words";
import { isLocationSeen } from "../../../access/locations.ts";
import { type Scope, storesWithin } from "../../../access/scope.ts";
import {
  type CsvRows,
  csvAmount,
  csvDate,
  csvSafe,
  type ExportColumn,
} from "../../../db/copy-csv.ts";
import { idKey, keyset } from "../../../db/keyset.ts";
import {
  campaign,
  campaignStore,
  campaignUnit,
  catalogueItem,
  company,
  region,
  store,
  storeGroup,
  zone,
} from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { type Listed, matching, sortKeys } from "./campaigns.queries.ts";

const worded = <K extends string>(column: SQL, keys: readonly K[], words: Record<K, string>) =>
  sql`case ${column} ${sql.join(
    keys.map((key) => sql`when ${key} then ${words[key]}`),
    sql` `,
  )} end`;

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
  ["Campaign", csvSafe(campaign.name)],
  [
    "Brand",
    csvSafe(
      sql`(select ${catalogueItem.name} from ${catalogueItem} where ${catalogueItem.id} = ${campaign.brandId} limit 1)`,
    ),
  ],
  ["Kind", worded(sql`${campaign.kind}`, spotKinds, spotKindWords)],
  ["State", worded(sql`${campaign.state}`, campaignStates, campaignStateWords)],
  ["First day", csvDate(campaign.startsOn)],
  ["Last day", csvDate(campaign.endsOn)],
  ["Locations", csvSafe(locationNames(scope))],
  ["Stores", overStores(scope, sql`count(*)`)],
  ["Plays wanted", overStores(scope, sql`coalesce(sum(${campaignStore.wanted}), 0)`)],
  ["Plays booked", overStores(scope, sql`coalesce(sum(${campaignStore.taken}), 0)`)],
  // the price is of all its locations: who sees a part of them only would read it as theirs
  ["Price", scope.reach === "company" ? csvAmount(campaign.price) : sql`null`],
  ["Added by", csvSafe(campaign.createdBy)],
  ["Added", csvDate(campaign.createdAt, company.timeZone)],
];

/** The campaigns that match as CSV rows, the latest flight first. */
export function findCampaignRows(
  scope: Scope,
  db: Db,
  filters: Omit<Listed, "sort" | "limit" | "cursor">,
): CsvRows {
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
