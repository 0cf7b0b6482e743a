/** What the form of a company says about its tax details. */
export const companyMessages = {
  confirmState: "Correct one of them, or tick to confirm that both are right.",
  underBilling: "See the company's billing details.",
};
