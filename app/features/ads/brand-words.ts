/** Brands as accounts: whom a company knows there. */
export const brandTexts = {
  lead: "Whom you know at each brand. You can email them proofs of play; no other company sees them.",
  search: "Brand",
  none: "Brands come with your spots and campaigns.",
  noMatch: "No brand matches.",
  contactsLead: "The people at this brand to whom you send proofs of play.",
  clear: "Empty a line to remove its contact.",
  phone: "Write phones with the country code, in digits alone.",
};
