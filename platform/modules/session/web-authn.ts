import { createHmac } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import { CreationOptions, RequestOptions } from "#contract/session/passkeys";

/** The signatures that every browser's passkeys know: Ed25519, ES256 and RS256. */
const algorithms = [-8, -7, -257];
const timeout = 5 * 60_000;

type StoredPasskey = { id: string; transports: string[] };
type Key = StoredPasskey & { publicKey: string; counter: number };

const part = z.string().max(20_000);
const Credential = { id: z.string().min(1).max(1400), rawId: part, type: z.literal("public-key") };
const Created = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
const Asserted = z.object({
  ...Credential,
  response: z.object({ clientDataJSON: part, authenticatorData: part, signature: part }),
});

/** The site that passkeys are of, by its public address. */
type Site = { publicUrl: string };

/**
 * The bytes that a passkey signs: made by HMAC of a single-use token of ours, so that the token is
 * all there is to keep.
 */
const challengeOf = (token: string) => createHmac("sha256", token).update("passkey").digest();

function expectedOf({ publicUrl }: Site, token: string) {
  const { origin, hostname } = new URL(publicUrl);
  return {
    expectedChallenge: challengeOf(token).toString("base64url"),
    expectedOrigin: origin,
    expectedRPID: hostname,
    // the password was the first step, so a key without a PIN will do
    requireUserVerification: false,
  };
}

/** Makes the options by which a browser makes a passkey for the user, other than those they have. */
export async function makeCreationOptions(
  site: Site,
  {
    token,
    user,
    others,
  }: { token: string; user: { id: string; name: string }; others: StoredPasskey[] },
): Promise<CreationOptions> {
  const options = await generateRegistrationOptions({
    rpName: "Fever In-Store",
    rpID: new URL(site.publicUrl).hostname,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.name,
    challenge: new Uint8Array(challengeOf(token)),
    timeout,
    excludeCredentials: others,
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return CreationOptions.parse(options);
}

/** Makes the options by which a browser signs with one of the user's passkeys. */
export async function makeRequestOptions(
  site: Site,
  { token, own }: { token: string; own: StoredPasskey[] },
): Promise<RequestOptions> {
  const challenge = new Uint8Array(challengeOf(token));
  const options = await generateAuthenticationOptions({
    rpID: new URL(site.publicUrl).hostname,
    challenge,
    timeout,
    allowCredentials: own,
  });
  return RequestOptions.parse(options);
}

/**
 * Reads the passkey that a browser made, or undefined for an answer that is cut, forged, or to
 * another question.
 */
export function readCreatedKey(
  site: Site,
  { token, answer }: { token: string; answer: string },
): Promise<Key | undefined> {
  return orUndefined(async () => {
    const response = Created.parse(JSON.parse(answer));
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      ...expectedOf(site, token),
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: response.response.transports,
    };
  });
}

/** Reads which passkey an answer claims to be of, before that is proved. */
export function readClaimedId(answer: string): Promise<string | undefined> {
  return orUndefined(async () => Asserted.parse(JSON.parse(answer)).id);
}

/**
 * Reads the counter that a passkey's device gave with its signature; undefined for a wrong one, and
 * for a counter that did not go up.
 */
export function readCounter(
  site: Site,
  { token, answer, key }: { token: string; answer: string; key: Key },
): Promise<number | undefined> {
  const { id, publicKey, counter } = key;
  return orUndefined(async () => {
    const response = {
      ...Asserted.parse(JSON.parse(answer)),
      clientExtensionResults: {},
    } as AuthenticationResponseJSON;
    const credential = {
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
      counter,
    };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...expectedOf(site, token),
      credential,
    });
    return verified && response.id === id ? authenticationInfo.newCounter : undefined;
  });
}

/**
 * The library throws for any error in an answer, with nothing in its message that the person
 * could use.
 */
async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
