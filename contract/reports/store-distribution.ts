import { defineReport } from "./report.ts";

export const storeDistribution = defineReport({
  key: "StoreDistribution",
  title: "Store distribution",
  purpose: "How many stores each place has, and how many of them are online now.",
  dates: "none",
  units: "asked",
  leadsTo: { filter: "by" },
  filters: {
    by: {
      label: "Split by",
      choices: { region: "Region", zone: "Zone", group: "Group", state: "State", city: "City" },
      initial: "region",
    },
  },
  rows: "Places",
  columns: {
    name: { format: "text", heading: { filter: "by" } },
    stores: { format: "integer", heading: "Stores", total: "sum" },
    online: { format: "integer", heading: "Online", total: "sum" },
    silent: { format: "integer", heading: "Online, silent", total: "sum" },
    quiet: { format: "integer", heading: "Low volume", total: "sum" },
    offline: { format: "integer", heading: "Offline", total: "sum" },
    closed: { format: "integer", heading: "Closed now", total: "sum" },
    neverSeen: { format: "integer", heading: "Never seen", total: "sum" },
    inactive: { format: "integer", heading: "Inactive", total: "sum" },
  },
  order: "name",
  graph: {
    finding: { largest: "of the stores" },
    axes: "Stores",
    kinds: ["bar", "pie"],
    x: "name",
    series: ["stores"],
  },
  notes: {
    rows: "Places with at least one store. Stores without a place share a row that is not counted.",
    stores:
      "All stores of the place. Each has one status, so the other figures add up to this one.",
    online: "Open, connected, and playing at the company's least volume or above it.",
    silent: "Open and connected, but nothing played for 30 minutes.",
    quiet: "Open, connected and playing below the company's least volume.",
    offline: "Open, but no heartbeat for 5 minutes.",
    closed: "Outside opening hours.",
    neverSeen: "Active, but no player has signed in yet.",
    inactive: "Deactivated stores.",
  },
});
