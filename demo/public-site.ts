import { publicSite } from "../platform/db/schema/work.ts";
import type { Db } from "../platform/db/types.ts";
import { companies } from "./companies.ts";

const structuredData = {
  "@context": "https://schema.org",
  "@type": "SoftwareApplication",
  name: "Fever In-Store",
  applicationCategory: "BusinessApplication",
  operatingSystem: "Any browser",
  description:
    "Plans the music, ads and promos of retail stores, plays them in any browser, and proves what played.",
};

/**
 * Seeds the clients' quotes on the landing page, and the product's data for search engines.
 */
export async function seedPublicSite(tx: Db): Promise<void> {
  await tx.insert(publicSite).values({
    companyId: companies.provider.id,
    testimonials: [
      {
        quote:
          "Every store sounds like Northwind now, and our brand partners get a log of each play they paid for.",
        person: "Nisha Verma",
        role: "Admin, Northwind Retail",
      },
      {
        quote:
          "I check tomorrow's playlist over coffee. What I see there is what our customers hear.",
        person: "Lakshmi Rao",
        role: "Admin, Brightmart",
      },
    ],
    structuredData: JSON.stringify(structuredData, null, 2),
  });
}
