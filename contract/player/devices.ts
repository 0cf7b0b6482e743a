import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { DeviceHeaders, deviceId, PlayingDevice } from "./endpoints.ts";

/** The answer to a device that asks to play a store. */
export const Claim = z.object({
  /** True if it plays the store now. */
  plays: z.boolean(),
  /** The device that plays the store: this one, or the one that would have to be taken over. */
  playing: PlayingDevice.nullable(),
  /**
   * Opens the player's calls to this device as a bearer token, without an end, until it is revoked:
   * no other calls, and no other store's. Given once, to a device that a person signed in on and
   * that has none or asks for another.
   */
  credential: z.string().nullable(),
});
export type Claim = z.infer<typeof Claim>;

export const claimPlayer = endpoint({
  method: "post",
  path: "/player/claim",
  summary:
    "Ask to be the one device that plays the caller's own store. Another that plays it is only replaced with takeOver",
  access: ["player"],
  scope: "company",
  body: z.strictObject({
    deviceId,
    takeOver: z.boolean().default(false),
    newCredential: z.boolean().default(false),
  }),
  data: Claim,
});

export const leavePlayer = endpoint({
  method: "delete",
  path: "/player/claim",
  summary:
    "Sign this device out: its credential ends, and another device may play without taking over. What it has not told yet is still accepted",
  access: ["player"],
  scope: "company",
  headers: DeviceHeaders,
  data: z.null(),
});

/** A device that is signed in to a store's player. */
export const StoreDevice = z.object({
  id: z.int(),
  userAgent: z.string().nullable(),
  /** The user who signed it in. */
  username: z.string(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  /** The time since which it plays the store; null if it does not. */
  playsSince: z.string().nullable(),
});
export type StoreDevice = z.infer<typeof StoreDevice>;

export const revokeDevice = endpoint({
  method: "delete",
  path: "/store/player-device",
  summary: "End the credential of a store's player device, which stops playing",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, storeId: idOf("store"), playerDeviceId: idOf("device") }),
  data: z.null(),
});
