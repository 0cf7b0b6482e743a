import { lookup as lookupName } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { invalid } from "../base/refusal.ts";

/**
 * Which addresses that people type the server may call, for webhooks and sign-in services: https
 * addresses of the internet; http as well; or private addresses, too (tests, receivers of our own).
 */
export type Receivers = "https" | "http" | "private";

/** Networks that are none of the internet's (IANA's special-purpose registries, RFC 6890). */
const notPublic = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8] as const,
  ["10.0.0.0", 8] as const,
  ["100.64.0.0", 10] as const,
  ["127.0.0.0", 8] as const,
  ["169.254.0.0", 16] as const,
  ["172.16.0.0", 12] as const,
  ["192.0.0.0", 24] as const,
  ["192.0.2.0", 24] as const,
  ["192.88.99.0", 24] as const,
  ["192.168.0.0", 16] as const,
  ["198.18.0.0", 15] as const,
  ["198.51.100.0", 24] as const,
  ["203.0.113.0", 24] as const,
  ["224.0.0.0", 4] as const,
  ["240.0.0.0", 4] as const,
])
  notPublic.addSubnet(network, bits, "ipv4");
/**
 * The public IPv6 addresses. Only 2000::/3 is allocated; the networks within it below carry IPv4
 * addresses or are for examples.
 */
const givenOut = new BlockList();
givenOut.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [
  ["2001::", 32] as const,
  ["2001:db8::", 32] as const,
  ["2002::", 16] as const,
  ["3fff::", 20] as const,
])
  notPublic.addSubnet(network, bits, "ipv6");

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, "ipv4");
  return family === 6 && givenOut.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}

/** An address that the server may not call. */
export class PrivateAddress extends Error {}

/**
 * Throws 422 on `name` for an address that is refused by its own words; what its name leads to is
 * looked at with each connection.
 */
export function checkReceiver(text: string, receivers: Receivers, name = "url"): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password)
    throw invalid({ [name]: "Enter an address such as https://example.com/events." });
  if (url.protocol !== "https:" && receivers === "https")
    throw invalid({ [name]: "Enter an address that begins with https://." });
  if (isIP(hostOf(url)) !== 0 && receivers !== "private" && !isPublicAddress(hostOf(url)))
    throw invalid({
      [name]: `${hostOf(url)} is a private address. Enter one that can be reached from the internet.`,
    });
}

/** The host of an address as sockets take it: IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/**
 * Looks names up for a connection, and gives only public addresses: a name that leads to our own
 * network, at any time, is refused with PrivateAddress. The checked address is the one connected
 * to, so that no second answer of the name server counts.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const [first] = addresses;
    const privateOne = addresses.find(({ address }) => !isPublicAddress(address));
    if (privateOne || !first)
      return callback(
        new PrivateAddress(`${hostname} leads to ${privateOne?.address ?? "nothing"}`),
        "",
        0,
      );
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
