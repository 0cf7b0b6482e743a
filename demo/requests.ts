import { publicRequest } from "../platform/db/schema/work.ts";
import type { Db } from "../platform/db/types.ts";
import { companies } from "./companies.ts";
import { insertRows } from "./insert-rows.ts";

const hour = 3_600_000;

type VisitorRequest = Omit<
  typeof publicRequest.$inferInsert,
  "companyId" | "createdAt" | "address" | "decidedAt"
> & { hoursAgo: number; decidedHoursAgo?: number };

const decidedRequests: VisitorRequest[] = [
  {
    hoursAgo: 190,
    kind: "query",
    state: "answered",
    personName: "Farah Khan",
    email: "farah@malabar.example",
    phone: "9820011223",
    details: { message: "Do we need a music licence of our own if you play the songs?" },
    decidedHoursAgo: 170,
    decidedBy: "fever.admin",
    decision: "Yes, one for playing in public. We help you to get it.",
  },
  {
    hoursAgo: 150,
    kind: "signup",
    state: "declined",
    companyName: "Pixel Arcade",
    personName: "Dev Shah",
    email: "dev@pixel.example",
    phone: "9833044556",
    details: {
      companyId: "PIXEL",
      industry: "Other",
      stores: 1,
      timeZone: "Asia/Kolkata",
      firstName: "Dev",
    },
    decidedHoursAgo: 149,
    decidedBy: "admin.ops",
    decision: "We cannot serve single arcades yet and write to you when we can.",
  },
];

const openRequests: VisitorRequest[] = [
  {
    hoursAgo: 30,
    kind: "signup",
    companyName: "Malabar Textiles",
    personName: "Farah Khan",
    email: "farah@malabar.example",
    phone: "9820011223",
    details: {
      companyId: "MALABAR",
      companyWebsite: "www.malabar.example",
      industry: "Fashion and footwear",
      stores: 18,
      timeZone: "Asia/Kolkata",
      firstName: "Farah",
      lastName: "Khan",
      companyAdminUserId: "farah@malabar",
    },
  },
  {
    hoursAgo: 8,
    kind: "self-onboarding",
    companyName: "Green Leaf Pharmacy",
    personName: "Rohan Nair",
    email: "rohan@greenleaf.example",
    phone: "9847055667",
    details: {
      firstName: "Rohan",
      lastName: "Nair",
      jobTitle: "Operations head",
      industry: "Pharmacy and health",
      stores: 42,
      cities: "Kochi, Thrissur",
      timeZone: "Asia/Kolkata",
      languages: ["Malayalam", "Hindi"],
      songTypes: ["Instrumental", "Lounge"],
      start: "Within a month",
      notes: "Calm in the morning, please.",
    },
  },
  {
    hoursAgo: 2,
    kind: "query",
    personName: "Mina Dsouza",
    email: "mina@bayfoods.example",
    phoneCountryCode: null,
    companyName: "Bay Foods",
    details: {
      message: "Can two of our shops in one mall play different music?\n\nAnd who sets the volume?",
    },
  },
];

/** Seeds recent requests of visitors: some are undecided, some decided. */
export async function seedRequests(tx: Db, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hour);
  await insertRows(
    tx,
    publicRequest,
    [...decidedRequests, ...openRequests].map(({ hoursAgo, decidedHoursAgo, ...request }) => ({
      companyId: companies.provider.id,
      createdAt: ago(hoursAgo),
      address: "203.0.113.24",
      phoneCountryCode: "91",
      ...request,
      ...(decidedHoursAgo !== undefined && { decidedAt: ago(decidedHoursAgo) }),
    })),
  );
}
