/**
 * Everyone who can sign in to the demo, and a visitor. Provider staff walk twice: before they open
 * a company, and in Northwind.
 */
export type Walker = { name: string; username?: string; opensCompany?: boolean };

const provider = [
  "super.admin",
  "super.ops",
  "fever.admin",
  "admin.ops",
  "music.manager",
  "music.limited",
];
const clients = [
  "client.admin",
  "regional.admin",
  "zonal.admin",
  "group.admin",
  "limited.admin",
  "store.manager",
];
const otherCompanies = ["brightmart.admin", "coffee.new"];
const everyone: Walker[] = [
  { name: "nobody" },
  ...provider.flatMap((username) => [
    { name: `${username} without a company`, username },
    { name: username, username, opensCompany: true },
  ]),
  ...[...clients, ...otherCompanies].map((username) => ({ name: username, username })),
];

/** Those that WALK_AS names, separated by commas, else everyone. */
const chosen = process.env.WALK_AS?.split(",");
export const walkers = everyone.filter(({ name }) => !chosen || chosen.includes(name));
