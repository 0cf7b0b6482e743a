/** Where the rows come from, as far as the filters fix it; "All" where they do not. Stands before the columns of most reports. */
export const unitColumns = [
  { key: "company", heading: "Company", format: "text" },
  { key: "region", heading: "Region", format: "text" },
  { key: "zone", heading: "Zone", format: "text" },
  { key: "group", heading: "Group", format: "text" },
  { key: "storeCode", heading: "Store code", format: "text" },
  { key: "store", heading: "Store", format: "text" },
] as const;

export const unitFilters = ["company", "region", "zone", "group", "store"] as const;
