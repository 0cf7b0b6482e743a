import type { brandAccount } from "../platform/db/schema/brand-accounts.ts";
import { companies } from "./companies.ts";
import type { DemoRules } from "./rules.ts";

type Row = typeof brandAccount.$inferInsert;

/** The people whom Northwind knows at each brand of its spots. */
const contactsOf: Readonly<Record<string, Row["contacts"]>> = {
  Drizzlewear: [
    { name: "Ira Menon", email: "ira.menon@drizzlewear.example", role: "Marketing" },
    { name: "Dev Kulkarni", email: "dev.kulkarni@drizzlewear.example", role: "Media agency" },
  ],
  "Kettle & Cup": [
    { name: "Sana Mirza", email: "sana.mirza@kettleandcup.example", role: "Brand manager" },
  ],
};

export const demoBrandContacts = ({ brands }: Pick<DemoRules, "brands">): Row[] =>
  brands.flatMap(({ companyId, id, name }) => {
    const contacts = companyId === companies.northwind.id ? contactsOf[name] : undefined;
    return contacts ? { companyId, brandCompanyId: companyId, brandId: id, contacts } : [];
  });
