/** Messages of the company form about tax details. */
export const companyMessages = {
  confirmState: "Correct one of them, or tick to confirm that both are right.",
  underBilling: "See the company's billing details.",
};
