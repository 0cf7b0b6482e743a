// Exports of companies for other modules, jobs and the demo.
export { findCompaniesOf } from "./companies.queries.ts";
export { createCompany } from "./new-company.ts";
