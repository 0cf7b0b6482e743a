import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { BrandContact } from "#contract/ads/brands";
import { CampaignBody } from "#contract/ads/campaign-body";
import { SpotForm } from "#contract/ads/spots";
import { ChartForm } from "#contract/charts/endpoints";
import { NewCompany } from "#contract/companies/form";
import { LicenceForm } from "#contract/companies/licences";
import { DemoPlaylistBody } from "#contract/demo-playlists/endpoints";
import { GroupForm, RegionForm, ZoneForm } from "#contract/hierarchy/unit-changes";
import { itemForm } from "#contract/library/catalogue";
import { SongForm } from "#contract/library/songs";
import { QueryForm, SelfOnboardingForm } from "#contract/onboarding/endpoints";
import { EventPlaylistBody } from "#contract/schedule/event-form";
import { MasterRuleSection } from "#contract/schedule/master-rule";
import { SentSlot } from "#contract/schedule/time-slots";
import { DeviceSection, PlaceSection, SoundSection } from "#contract/stores/form";
import { NewToken } from "#contract/tokens/endpoints";
import { UserForm } from "#contract/users/user-form";
import { NewWebhook } from "#contract/webhooks/endpoints";
import { brandAccount } from "../platform/db/schema/brand-accounts.ts";
import { campaign } from "../platform/db/schema/campaigns.ts";
import { chart } from "../platform/db/schema/charts.ts";
import { demoPlaylist } from "../platform/db/schema/demo-playlists.ts";
import { eventPlaylist } from "../platform/db/schema/event-playlists.ts";
import { apiToken, publicRequest, webhook } from "../platform/db/schema/index.ts";
import { catalogueItem, song } from "../platform/db/schema/library.ts";
import {
  company,
  companyLicence,
  region,
  store,
  storeGroup,
  zone,
} from "../platform/db/schema/organisation.ts";
import { appUser } from "../platform/db/schema/people.ts";
import { masterRule, timeSlot } from "../platform/db/schema/schedule.ts";
import { spot } from "../platform/db/schema/spots.ts";
import type { Db } from "../platform/db/types.ts";

type Schemas = Readonly<Record<string, z.ZodType>>;

/**
 * The contract's schemas for columns, by the names of the table; if a form has another name for a
 * column, both names are listed.
 */
const contractOf: ReadonlyMap<PgTable, Schemas> = new Map<PgTable, Schemas>([
  [
    company,
    renamed(NewCompany.shape, {
      code: "companyId",
      name: "companyName",
      website: "companyWebsite",
      adminUserId: "companyAdminUserId",
    }),
  ],
  [companyLicence, LicenceForm.shape],
  [region, renamed(RegionForm.shape, { name: "regionName" })],
  [zone, renamed(ZoneForm.shape, { name: "zoneName" })],
  [storeGroup, renamed(GroupForm.shape, { name: "groupName" })],
  [
    store,
    {
      ...renamed(PlaceSection.shape, { code: "storeCode", name: "storeName" }),
      ...DeviceSection.shape,
      ...SoundSection.shape,
    },
  ],
  [appUser, UserForm.shape],
  [apiToken, NewToken.shape],
  [webhook, NewWebhook.shape],
  [publicRequest, { ...SelfOnboardingForm.shape, personName: QueryForm.shape.name }],
  [catalogueItem, itemForm({ kind: "brand", path: "brand", one: "brand", many: "brands" }).shape],
  [song, SongForm.shape],
  [chart, renamed(ChartForm.shape, { name: "chartName" })],
  [demoPlaylist, DemoPlaylistBody.shape],
  [brandAccount, { contacts: z.array(BrandContact) }],
  [spot, SpotForm.shape],
  [campaign, CampaignBody.shape],
  [timeSlot, SentSlot.shape],
  [masterRule, MasterRuleSection.shape],
  [eventPlaylist, EventPlaylistBody.shape],
]);

function renamed(shape: Schemas, names: Readonly<Record<string, string>>): Schemas {
  const pairs = Object.entries(names).map(
    ([column, field]) => [column, shape[field] as z.ZodType] as const,
  );
  return { ...shape, ...Object.fromEntries(pairs) };
}

/** A statement takes 65,535 parameters, and no table here has more than sixty columns. */
const rowsInStatement = 1_000;

/**
 * Writes rows of the demo. Throws, before any is written, where a value is one that the contract
 * does not let people enter: the error names the table, the column, the row and the value.
 */
export async function insertRows<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  for (const row of rows) checkRow(table, row);
  for (let start = 0; start < rows.length; start += rowsInStatement)
    await db.insert(table).values(rows.slice(start, start + rowsInStatement));
}

function checkRow(table: PgTable, row: Readonly<Record<string, unknown>>): void {
  const schemas = contractOf.get(table) ?? {};
  for (const [column, value] of Object.entries(row)) {
    const issue =
      value === null || value === undefined
        ? undefined
        : schemas[column]?.safeParse(value).error?.issues[0];
    if (issue)
      throw new Error(
        `${getTableName(table)}.${column} of row ${row.id} is ${JSON.stringify(value)}: ${issue.message}`,
      );
  }
}
