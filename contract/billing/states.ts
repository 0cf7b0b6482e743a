/**
 * States of India by the code that a GSTIN begins with, named as GET state names them. No zod in
 * here.
 */
export const gstStates: Record<string, string> = {
  "01": "Jammu and Kashmir",
  "02": "Himachal Pradesh",
  "03": "Punjab",
  "04": "Chandigarh",
  "05": "Uttarakhand",
  "06": "Haryana",
  "07": "Delhi",
  "08": "Rajasthan",
  "09": "Uttar Pradesh",
  "10": "Bihar",
  "11": "Sikkim",
  "12": "Arunachal Pradesh",
  "13": "Nagaland",
  "14": "Manipur",
  "15": "Mizoram",
  "16": "Tripura",
  "17": "Meghalaya",
  "18": "Assam",
  "19": "West Bengal",
  "20": "Jharkhand",
  "21": "Odisha",
  "22": "Chhattisgarh",
  "23": "Madhya Pradesh",
  "24": "Gujarat",
  "26": "Dadra and Nagar Haveli and Daman and Diu",
  "27": "Maharashtra",
  "29": "Karnataka",
  "30": "Goa",
  "31": "Lakshadweep",
  "32": "Kerala",
  "33": "Tamil Nadu",
  "34": "Puducherry",
  "35": "Andaman and Nicobar Islands",
  "36": "Telangana",
  "37": "Andhra Pradesh",
  "38": "Ladakh",
};
/** States that were merged or divided keep their old code in GSTINs given before. */
const presentCodes: Record<string, string> = { "25": "26", "28": "37" };
export const presentCode = (code: string): string => presentCodes[code] ?? code;
/** Other territory (97) and others of the portal, which are no state's. */
const otherCodes = new Set(["97", "99"]);

export const isGstStateCode = (code: string): boolean =>
  presentCode(code) in gstStates || otherCodes.has(code);

/**
 * Union territories without a legislature, and other territory: there the tax in addition to
 * CGST is UTGST (UTGST Act, section 1). Delhi, Puducherry and Jammu and Kashmir have SGST.
 */
const unionTerritories = new Set(["04", "26", "31", "35", "38", "97"]);
export const isUnionTerritory = (code: string): boolean => unionTerritories.has(code);

/**
 * Gives the state code of a company: from its GSTIN, else from its state; else undefined.
 */
export const stateCodeOf = ({
  gstNo,
  state,
}: {
  gstNo: string | null;
  state: string | null;
}): string | undefined => (gstNo ? presentCode(gstNo.slice(0, 2)) : stateCodeNamed(state));

export const stateCodeNamed = (state: string | null): string | undefined =>
  codes.get(state?.trim().toLowerCase() ?? "");
const codes = new Map(Object.entries(gstStates).map(([code, name]) => [name.toLowerCase(), code]));

export const stateNameOf = (code: string): string =>
  gstStates[presentCode(code)] ?? (code === "97" ? "Other territory" : `State ${code}`);

/** "Maharashtra (27)". */
export const stateWithCode = (code: string): string => `${stateNameOf(code)} (${code})`;
