// What other modules, jobs and the demo may use of companies.
export { findCompaniesOf } from "./companies.queries.ts";
export { createCompany } from "./new-company.ts";
