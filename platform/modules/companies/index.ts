// What other modules, jobs and the demo may use of companies.
export { createCompany } from "./new-company.ts";
