import { z } from "zod";
import { messages } from "./messages.ts";

/** The kinds of thing that page addresses name. An identifier of one kind is none of another. */
export type IdKind =
  | "company"
  | "region"
  | "zone"
  | "group"
  | "store"
  | "user"
  | "device"
  | "rule"
  | "version"
  | "slot"
  | "chart"
  | "item"
  | "song"
  | "playlist"
  | "event"
  | "demo"
  | "log"
  | "spot"
  | "campaign"
  | "proof-link"
  | "request"
  | "licence"
  | "file"
  | "import"
  | "filter"
  | "notification"
  | "alert"
  | "report-schedule"
  | "invoice"
  | "credit-note"
  | "receipt"
  | "opening"
  | "bank-line"
  | "token"
  | "webhook"
  | "delivery";

/** What each identifier names: pages encrypt it by its kind. */
export const idKinds = z.registry<{ kind: IdKind }>();
/** An identifier of one kind, which forms and addresses of pages hold encrypted. */
export const idOf = (kind: IdKind, message?: string) =>
  z.number(message).int(message).positive(message).register(idKinds, { kind });
/** So many of them at most: an array, or numbers with commas between in an address. */
export const idListOf = (kind: IdKind, most = 50) =>
  z.union([
    z.array(idOf(kind)).min(1).max(most),
    z
      .string()
      .regex(new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${most - 1}}$`), messages.invalidIds)
      .transform((text) => text.split(",").map(Number)),
  ]);
/** The units that a list or report is narrowed to. */
export const unitFilters = {
  regionId: idOf("region").optional(),
  zoneId: idOf("zone").optional(),
  groupId: idOf("group").optional(),
  storeId: idOf("store").optional(),
};
