/** The brands' contacts. */
export const brandTexts = {
  lead: "The people you know at each brand. You can email proofs of play to them. Other companies cannot see them.",
  search: "Brand",
  none: "Brands appear here once you add them to spots or campaigns.",
  noMatch: "No brand matches this search.",
  contactsLead: "The people at this brand who get proofs of play.",
  readOnly: "Only admins of the whole company can change them.",
  noContacts: "Nobody is listed at this brand yet.",
  clear:
    "To remove a contact, clear all its fields. Links to proofs of play that were emailed to them then end.",
  phone: "Enter phone numbers with the country code, digits only.",
};
