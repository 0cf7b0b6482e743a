import { withMembers } from "~/ui/frame/address";

/** Campaigns of ads, promos and the top of the hour. */
export const adsPath = "/admin/ads";
export const campaignAddPath = `${adsPath}/add`;
/** Quotes a campaign while it is written; `campaign` is the draft that is being changed. */
export const campaignQuotePath = `${adsPath}/quote`;
export const campaignPath = (ref: string) => `${adsPath}/${ref}`;
/** Pages and confirmations of one campaign lie below its own. */
export const campaignEditPath = (path: string) => `${path}/edit`;
export const campaignBookPath = (path: string) => `${path}/book`;
/** Its quote as PDF. */
export const campaignQuotePdfPath = (path: string) => `${path}/quote-pdf`;
export const campaignFlightPath = (path: string) => `${path}/flight`;
export const campaignCopyPath = (path: string) => `${path}/copy`;
export const campaignDeliveryPath = (path: string) => `${path}/delivery`;
export const campaignAsRunPath = (path: string) => `${path}/as-run`;
export const asRunDownloadPath = (path: string) => `${campaignAsRunPath(path)}/download`;
export const campaignMakeGoodsPath = (path: string) => `${path}/make-goods`;

export const campaignProofPath = (path: string) => `${path}/proof`;
export const proofDownloadPath = (path: string) => `${campaignProofPath(path)}/download`;
export const proofPdfPath = (path: string) => `${campaignProofPath(path)}/pdf`;
/** The link that a brand gets, and its files: "pdf", "csv", "xlsx", "logo". */
export const linkedProofPath = (token: string) => `/proof/${token}`;
export const linkedFilePath = (token: string, file: string) => `${linkedProofPath(token)}/${file}`;

export const campaignCalendarPath = `${adsPath}/calendar`;
/** Leads to the plan of a brand over a year. */
export const brandYearPath = (ref: string) =>
  withMembers(campaignCalendarPath, { weeks: 52, brandId: ref });
export const availabilityPath = `${adsPath}/availability`;

/** The ad settings of the location in the address. */
export const adSettingsPath = `${adsPath}/settings`;

export const brandsPath = `${adsPath}/brands`;
export const brandPath = (ref: string) => `${brandsPath}/${ref}`;

/** Visitors to stores by hour, from which impressions are estimated. */
export const footfallPath = `${adsPath}/footfall`;
export const footfallImportPath = `${footfallPath}/import`;

export const spotsPath = `${adsPath}/spots`;
export const spotAddPath = `${spotsPath}/add`;
export const spotPath = (ref: string) => `${spotsPath}/${ref}`;
export const spotEditPath = (spot: string) => `${spot}/edit`;
export const spotCuesPath = (spot: string) => `${spot}/cues`;
export const spotReplacePath = (spot: string) => `${spot}/replace`;
/** Each version has its own address, because browsers would play the audio they cached. */
export const spotAudioPath = (spot: string, version?: number) =>
  withMembers(`${spot}/audio`, { v: version });
export const campaignsDownloadPath = `${adsPath}/download`;
