export const companiesPath = "/admin/companies";
export const companyPath = (ref: string) => `${companiesPath}/${ref}`;
export const companyEditPath = (ref: string) => `${companyPath(ref)}/edit`;
/** How a company's people sign in: of the company named, or of one's own. */
export const companySignInPath = (ref: string) => `${companyPath(ref)}/sign-in`;
export const ownSignInPath = "/admin/company/sign-in";
export const licencePath = (company: string) => `${company}/licence`;
export const companyAddPath = `${companiesPath}/add`;
export const companiesDownloadPath = `${companiesPath}/download`;
/** Tells whether a company's code or name is free. */
export const companyUniquePath = `${companiesPath}/unique`;

/** Where provider staff choose the company that they work in. */
export const chooseCompanyPath = "/admin/company/choose";
/** Shows a form that was sent after another company was chosen, and waits. */
export const waitingFormPath = "/admin/company/waiting-form";
export const ownCompanyPath = "/admin/company/edit";
export const documentPath = (fileRef: string) => `/admin/company/document/${fileRef}`;
/** A contract by its file, or the icon: of the company named, or of one's own. */
export const companyFilePath = (companyRef: string | undefined, file: "icon" | (string & {})) =>
  `${companyRef === undefined ? "/admin/company" : companyPath(companyRef)}/files/${file}`;
