export const companiesPath = "/admin/companies";
export const companyPath = (ref: string) => `${companiesPath}/${ref}`;
export const companyEditPath = (ref: string) => `${companyPath(ref)}/edit`;
/** How a company's people sign in; the second path is for the person's own company. */
export const companySignInPath = (ref: string) => `${companyPath(ref)}/sign-in`;
export const ownSignInPath = "/admin/company/sign-in";
export const licencePath = (company: string) => `${company}/licence`;
export const companyAddPath = `${companiesPath}/add`;
export const companiesDownloadPath = `${companiesPath}/download`;
/** Answers whether a company's code, email or first admin's username is free. */
export const companyUniquePath = `${companiesPath}/unique`;

/** Lets provider staff choose the company that they work in. */
export const chooseCompanyPath = "/admin/company/choose";
/** Shows a form that waits because another company was chosen before it was sent. */
export const waitingFormPath = "/admin/company/waiting-form";
export const ownCompanyPath = "/admin/company/edit";
export const documentPath = (fileRef: string) => `/admin/company/document/${fileRef}`;
/** A file of a contract, or the icon, of the given company, by default the person's own. */
export const companyFilePath = (companyRef: string | undefined, file: "icon" | (string & {})) =>
  `${companyRef === undefined ? "/admin/company" : companyPath(companyRef)}/files/${file}`;
