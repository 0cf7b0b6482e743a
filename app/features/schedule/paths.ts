/** Where the preview's pages stand. */
export const previewPath = "/admin/preview";
export const dayPath = "/admin/preview/day";
export const publishPath = "/admin/preview/publish";
