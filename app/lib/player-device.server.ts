import { z } from "zod";
import { sealer } from "./sealed.server";

const StoredDevice = z.object({ deviceId: z.string(), credential: z.string() });

/** As long as browsers keep a cookie; each claim of the player writes it anew. */
const cookieSeconds = 400 * 24 * 3600;
const path = "/store-manager";

/**
 * Makes and reads the cookie that a shop's player plays by when no session is left, as after a
 * reboot. It holds the credential that the platform gave the device, is sealed, HttpOnly and
 * outlives the browser, and is sent to the player's own page alone.
 */
export function playerDeviceCookie({ secret, secure }: { secret: string; secure: boolean }) {
  const { seal, open } = sealer(secret, "player device");
  const name = `${secure ? "__Secure-" : ""}fever-player`;
  return {
    read(header: string | null): PlayerDevice {
      const text = new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(header ?? "")?.[1];
      const opened = text ? open(text) : undefined;
      const device = new PlayerDevice(StoredDevice.safeParse(opened?.value).data);
      device.isChanged = opened?.isOld ?? false; // it outlives a secret that is being replaced
      return device;
    },
    /** The Set-Cookie of what a request changed. */
    write(device: PlayerDevice): string[] {
      if (!device.isChanged) return [];
      const { stored } = device;
      const value = `${name}=${stored ? seal(stored) : ""}; Max-Age=${stored ? cookieSeconds : 0}`;
      return [`${value}; Path=${path}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`];
    },
  };
}

/** The player's device of one request. Routes read and change it; web.ts alone writes it. */
export class PlayerDevice {
  isChanged = false;

  constructor(public stored: z.infer<typeof StoredDevice> | undefined) {}

  get credential(): string | undefined {
    return this.stored?.credential;
  }

  /** True if the credential was given to this device. */
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
