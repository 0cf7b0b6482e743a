/** Statements of the API that name no company, by a part of their text, each with the reason. Distributed by company they go to every node. */
export const ofAllCompanies: [pattern: RegExp, reason: string][] = [];
