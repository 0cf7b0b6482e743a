export const webhooksPath = "/admin/webhooks";
export const webhookAddPath = `${webhooksPath}/add`;
export const webhookPath = (ref: string) => `${webhooksPath}/${ref}`;
export const webhookEditPath = (path: string) => `${path}/edit`;
