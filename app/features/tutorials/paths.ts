export const tutorialsPath = "/admin/tutorials";
export const tutorialPath = (key: string) => `${tutorialsPath}/${key}`;
