import { foreignKey, jsonb, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { BrandContact } from "#contract/ads/brands";
import { companyId, reference, updatedAt, version } from "./columns.ts";
import { catalogueItem } from "./library.ts";
import { company } from "./organisation.ts";

/**
 * A company's contacts at a brand of its own or of the library. A brand with contacts is not
 * deleted; an account without contacts is deleted with its brand.
 */
export const brandAccount = pgTable(
  "brand_account",
  {
    companyId: companyId().references(() => company.id),
    brandCompanyId: reference("brand_company_id").notNull(),
    brandId: reference("brand_id").notNull(),
    contacts: jsonb("contacts").$type<BrandContact[]>().notNull().default([]),
    version: version(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.brandId] }),
    foreignKey({
      name: "brand_account_of_brand",
      columns: [t.brandCompanyId, t.brandId],
      foreignColumns: [catalogueItem.companyId, catalogueItem.id],
    }).onDelete("cascade"),
  ],
);
