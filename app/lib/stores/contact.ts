import type { StoreDetail } from "#contract/stores/endpoints";

/** Whom to call in a store; each is null until it is entered. */
export function contactOf({
  contactName,
  phone,
  phoneCountryCode,
  email,
}: Pick<StoreDetail, "contactName" | "phone" | "phoneCountryCode" | "email">) {
  return {
    contact: contactName,
    phone: phone && `+${phoneCountryCode ?? "91"} ${phone}`,
    email,
  };
}
export type Contact = ReturnType<typeof contactOf>;
