import type { UnverifiedReason } from "#contract/player/endpoints";

/** Why a play that the player reported is not verified. */
export const unverifiedWords: Record<UnverifiedReason, string> = {
  DUPLICATE: "played before",
  NOT_DUE: "not due",
  TOO_SHORT: "too short",
  TOO_LONG: "too long",
  FUTURE: "in the future",
  STORE_INACTIVE: "store inactive",
  OTHER_DEVICE: "other device",
  SUBSTITUTE: "substitute",
};

/** What plays in a shop, in words people use. */
export const deviceWords = { browser: "A computer or tablet with a browser", android: "An Android player", other: "Something else" };
