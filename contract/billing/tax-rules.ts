/**
 * The rules of GSTIN, PAN, state and tax status, used by forms, API and billing alike (CGST Act,
 * section 25; CGST Rules, rule 10; IGST Act, sections 7, 8 and 16). No zod in here.
 */
import { messages } from "../base/messages.ts";
import { gstStates, isGstStateCode, presentCode, stateCodeNamed, stateNameOf } from "./states.ts";

/** A company's GST status; SEZ is a unit or a developer of a Special Economic Zone. */
export const taxStatuses = ["REGISTERED", "UNREGISTERED", "SEZ", "OVERSEAS"] as const;
export type TaxStatus = (typeof taxStatuses)[number];
export const taxStatusLabels: Record<TaxStatus, string> = {
  REGISTERED: "Registered",
  UNREGISTERED: "Unregistered",
  SEZ: "SEZ unit or developer",
  OVERSEAS: "Overseas",
};

/**
 * True if a GSTIN of fifteen characters names a known state and ends in its check character: each
 * character's value modulo 36, every second one doubled, the digits of each product added up
 * (GSTN's published algorithm).
 */
export function isValidGstNo(gstNo: string): boolean {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  let sum = 0;
  for (let i = 0; i < 14; i++) {
    const product = alphabet.indexOf(gstNo.charAt(i)) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return (
    isGstStateCode(gstNo.slice(0, 2)) &&
    alphabet.charAt((36 - (sum % 36)) % 36) === gstNo.charAt(14)
  );
}

/** The PAN that a GSTIN holds between its state and its entity. */
export const panWithin = (gstNo: string): string => gstNo.slice(2, 12);

export type TaxDetails = {
  country: string;
  state: string | null;
  gstNo: string | null;
  panNo: string | null;
  taxStatus: TaxStatus;
};
export type TaxField = "taxStatus" | "gstNo" | "panNo";

/** The tax status that follows from GSTIN and country; a company in an SEZ stays one. */
export function taxStatusOf({
  country,
  gstNo,
  taxStatus,
}: {
  country: string;
  gstNo: string | null;
  taxStatus?: TaxStatus | undefined;
}): TaxStatus {
  if (country !== "IN") return "OVERSEAS";
  if (taxStatus === "SEZ") return "SEZ";
  return gstNo ? "REGISTERED" : "UNREGISTERED";
}

/** Finds contradictions in a company's tax details, by the field to correct. */
export function findTaxErrors({
  country,
  taxStatus,
  gstNo,
  panNo,
}: TaxDetails): Partial<Record<TaxField, string>> {
  const isAbroad = country !== "IN";
  const errors: Partial<Record<TaxField, string>> = {};
  if (gstNo && !isValidGstNo(gstNo)) errors.gstNo = messages.gstNo;
  if (isAbroad && gstNo) errors.gstNo = "A company outside India has no GSTIN. Remove it.";
  if (isAbroad !== (taxStatus === "OVERSEAS"))
    errors.taxStatus = isAbroad
      ? "A company outside India is “Overseas”."
      : "Only a company outside India is “Overseas”.";
  else if (!isAbroad && !gstNo && taxStatus !== "UNREGISTERED")
    errors.gstNo = `Enter the GSTIN. “${taxStatusLabels[taxStatus]}” needs one.`;
  else if (gstNo && taxStatus === "UNREGISTERED")
    errors.taxStatus = "This company has a GSTIN. Choose “Registered”, or remove the GSTIN.";
  if (gstNo && panNo && panWithin(gstNo) !== panNo)
    errors.panNo = `The PAN in this GSTIN is ${panWithin(gstNo)}.`;
  return errors;
}

/**
 * Says where GSTIN and address name two states, which may be: a company can be billed at one
 * registration and sit at another. Undefined where they agree or one of them names none.
 */
export function findStateWarning({
  country,
  state,
  gstNo,
}: Pick<TaxDetails, "country" | "state" | "gstNo">): string | undefined {
  const ofAddress = stateCodeNamed(state);
  if (country !== "IN" || !gstNo || !ofAddress) return undefined;
  const ofGstNo = presentCode(gstNo.slice(0, 2));
  if (!(ofGstNo in gstStates) || ofGstNo === ofAddress) return undefined;
  return `This GSTIN is of ${stateNameOf(ofGstNo)} (${ofGstNo}), the address is in ${stateNameOf(ofAddress)} (${ofAddress}).`;
}
