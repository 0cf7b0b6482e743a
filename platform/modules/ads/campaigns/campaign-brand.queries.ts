import { type SQL, sql } from "drizzle-orm";
import { campaign, campaignSpot, catalogueItem, spot } from "../../../db/schema/index.ts";

/** Names a column in full, which drizzle shortens where a select has one table. */
const own = ({ name }: { name: string }) => sql.raw(`"campaign"."${name}"`);

/** The brand of a row of `campaign`, or where none was chosen those of its spots. */
export const campaignBrand = sql<
  string | null
>`coalesce((select ${catalogueItem.name} from ${catalogueItem} where ${catalogueItem.id} = ${own(campaign.brandId)} limit 1),
  (select string_agg(distinct item.name, ', ' order by item.name) from ${campaignSpot} as rotation
    join ${spot} as played on played.company_id = rotation.company_id and played.id = rotation.spot_id
    join ${catalogueItem} as item on item.company_id = played.company_id and item.id = played.brand_id
    where rotation.company_id = ${own(campaign.companyId)} and rotation.campaign_id = ${own(campaign.id)} and rotation.dropped_at is null))`;

/** The ids of the same brands, as a select. */
export const campaignBrandIds = sql`select ${own(campaign.brandId)} where ${own(campaign.brandId)} is not null
  union select played.brand_id from ${campaignSpot} as rotation
    join ${spot} as played on played.company_id = rotation.company_id and played.id = rotation.spot_id
    where ${own(campaign.brandId)} is null and rotation.company_id = ${own(campaign.companyId)} and rotation.campaign_id = ${own(campaign.id)}
      and rotation.dropped_at is null`;

/** Matches the rows of `campaign` of a brand; all without one. */
export const ofBrand = (brandId: number | undefined): SQL | undefined =>
  brandId === undefined ? undefined : sql`${brandId} in (${campaignBrandIds})`;
