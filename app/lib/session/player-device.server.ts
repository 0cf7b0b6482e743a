import { z } from "zod";
import { sealer } from "./sealed.server";

const StoredDevice = z.object({ deviceId: z.string(), credential: z.string() });

/** The longest that browsers keep a cookie; each claim of the player renews it. */
const cookieSeconds = 400 * 24 * 3600;
const path = "/store-manager";

/**
 * Makes and reads the cookie with which a store's player plays without a session, as after a
 * reboot. It holds the platform's credential for the device. It is sealed, HttpOnly,
 * outlives the browser, and is sent only to the player's own page.
 */
export function playerDeviceCookie({ secret, secure }: { secret: string; secure: boolean }) {
  const { seal, open } = sealer(secret, "player device");
  const name = `${secure ? "__Secure-" : ""}fever-player`;
  return {
    read(header: string | null): PlayerDevice {
      const text = new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(header ?? "")?.[1];
      const opened = text ? open(text) : undefined;
      const device = new PlayerDevice(StoredDevice.safeParse(opened?.value).data);
      device.isChanged = opened?.isOld ?? false; // sealed again if its secret is being replaced
      return device;
    },
    /** Gives the Set-Cookie of a device that changed. */
    write(device: PlayerDevice): string[] {
      if (!device.isChanged) return [];
      const { stored } = device;
      const value = `${name}=${stored ? seal(stored) : ""}; Max-Age=${stored ? cookieSeconds : 0}`;
      return [`${value}; Path=${path}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`];
    },
  };
}

/** The player's device in one request. Routes read and change it; only page-answer.ts writes it. */
export class PlayerDevice {
  isChanged = false;

  constructor(public stored: z.infer<typeof StoredDevice> | undefined) {}

  get credential(): string | undefined {
    return this.stored?.credential;
  }

  /** True if the credential belongs to this device. */
  isOf(deviceId: string): boolean {
    return this.stored?.deviceId === deviceId;
  }

  keep(deviceId: string, credential: string) {
    this.#set({ deviceId, credential });
  }

  forget() {
    if (this.stored) this.#set(undefined);
  }

  #set(stored: PlayerDevice["stored"]) {
    this.stored = stored;
    this.isChanged = true;
  }
}
