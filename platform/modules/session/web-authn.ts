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

type Stored = { id: string; transports: string[] };
type Key = Stored & { publicKey: string; counter: number };

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

/**
 * Passkeys of this site, by its public address: what browsers are asked, and whether their answers
 * are right. What is to be signed is made of a single-use token of ours by HMAC, so that the token
 * is all there is to keep.
 */
export function webAuthn(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  const challengeOf = (token: string) => createHmac("sha256", token).update("passkey").digest();
  const expected = (token: string) => ({
    expectedChallenge: challengeOf(token).toString("base64url"),
    expectedOrigin: origin,
    expectedRPID: hostname,
    // the password was the first step, so a key without a PIN will do
    requireUserVerification: false,
  });

  return {
    async creationOptions(
      token: string,
      { id, name }: { id: string; name: string },
      others: Stored[],
    ): Promise<CreationOptions> {
      const options = await generateRegistrationOptions({
        rpName: "Fever In-Store",
        rpID: hostname,
        userID: new TextEncoder().encode(id),
        userName: name,
        userDisplayName: name,
        challenge: new Uint8Array(challengeOf(token)),
        timeout,
        excludeCredentials: others,
        supportedAlgorithmIDs: algorithms,
        authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      });
      return CreationOptions.parse(options);
    },

    async requestOptions(token: string, own: Stored[]): Promise<RequestOptions> {
      const challenge = new Uint8Array(challengeOf(token));
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        challenge,
        timeout,
        allowCredentials: own,
      });
      return RequestOptions.parse(options);
    },

    /**
     * The passkey that a browser made, or undefined for an answer that is cut, forged, or to
     * another question.
     */
    readCreated: (token: string, answer: string): Promise<Key | undefined> =>
      orUndefined(async () => {
        const response = Created.parse(JSON.parse(answer));
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
          ...expected(token),
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
      }),

    /** Which passkey an answer says it is of, before that is proved. */
    nameOf: (answer: string): Promise<string | undefined> =>
      orUndefined(async () => Asserted.parse(JSON.parse(answer)).id),

    /**
     * The counter that a passkey's device gave with its signature; undefined for a wrong one, and
     * for a counter that did not go up.
     */
    readCounter: (
      token: string,
      answer: string,
      { id, publicKey, counter }: Key,
    ): Promise<number | undefined> =>
      orUndefined(async () => {
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
          ...expected(token),
          credential,
        });
        return verified && response.id === id ? authenticationInfo.newCounter : undefined;
      }),
  };
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
