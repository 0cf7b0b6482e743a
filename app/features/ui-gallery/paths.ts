/** Every piece of the design system in every state. */
export const galleryPath = "/admin/_ui";
