import { z } from "zod";
import { messages } from "./messages.ts";

/** The kinds of items in page addresses. An identifier of one kind is not valid for another. */
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
  | "song-report"
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

/** The kind of item that each identifier names: pages encrypt it by its kind. */
export const idKinds = z.registry<{ kind: IdKind }>();
/** An identifier of one kind, which forms and addresses of pages hold encrypted. */
export const idOf = (kind: IdKind, message?: string) =>
  z.number(message).int(message).positive(message).register(idKinds, { kind });
/** At most this many: an array, or numbers separated by commas in an address. */
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
