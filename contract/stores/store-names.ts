import { z } from "zod";

/** A store's code and name, and the names of its units, as rows about a store have them. */
export const storeNames = {
  storeCode: z.string(),
  storeName: z.string(),
  regionName: z.string().nullable(),
  zoneName: z.string().nullable(),
  groupName: z.string().nullable(),
};
