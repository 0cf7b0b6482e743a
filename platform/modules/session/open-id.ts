import { createHmac } from "node:crypto";
import * as openId from "openid-client";
import { PrivateAddress, type Receivers } from "../../http/public-address.ts";
import { publicFetch } from "../../http/public-fetch.ts";

export type Client = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
};
export type Identity = { email: string | null; isVerified: boolean };

/** The failure of a service, in words for the person who signs in. */
export class OpenIdFailure extends Error {}

/**
 * OpenID Connect's code flow with PKCE, state and nonce. All three are derived from an attempt's
 * secret, so nothing else has to be stored.
 */
export function openIdClient(receivers: Receivers) {
  const discover = (client: Client) => readConfiguration(client, receivers);
  return {
    /** The page to send the person to. Throws OpenIdFailure. */
    async begin(client: Client, secret: string): Promise<string> {
      return inWords(client, async () => {
        const configuration = await discover(client);
        const { state, nonce, verifier } = marksOf(secret);
        const url = openId.buildAuthorizationUrl(configuration, {
          redirect_uri: client.redirectUri,
          scope: "openid email",
          state,
          nonce,
          code_challenge: await openId.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        });
        const isSafe =
          url.protocol === "https:" || (url.protocol === "http:" && receivers !== "https");
        if (!isSafe) throw new PrivateAddress(url.protocol);
        return url.href;
      });
    },

    /** True if a person came back from the very sign-in that was begun with the secret. */
    isAnswerTo: (answer: URLSearchParams, secret: string) =>
      answer.get("state") === marksOf(secret).state,

    /** Identifies the person. Throws OpenIdFailure. */
    async finish(client: Client, secret: string, answer: URLSearchParams): Promise<Identity> {
      return inWords(client, async () => {
        const { state, nonce, verifier } = marksOf(secret);
        const configuration = await discover(client);
        const back = new URL(client.redirectUri);
        back.search = answer.toString();
        const checks = {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        };
        const tokens = await openId.authorizationCodeGrant(configuration, back, checks);
        const claims = tokens.claims();
        if (!claims) throw new OpenIdFailure("it did not say who you are");
        const userInfo =
          claims.email === undefined
            ? await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : claims;
        const email = typeof userInfo.email === "string" ? userInfo.email : null;
        return {
          email,
          isVerified: userInfo.email_verified === true || userInfo.email_verified === "true",
        };
      });
    },
  };
}

/** Reads the service's discovery document, and sets how it is called. */
async function readConfiguration(
  { issuer, clientId, clientSecret }: Client,
  receivers: Receivers,
): Promise<openId.Configuration> {
  // openid-client's type of fetch has fewer kinds of bodies than fetch itself
  const fetchPublic = publicFetch(receivers) as openId.CustomFetch;
  const discovery = await openId.discovery(new URL(issuer), clientId, undefined, openId.None(), {
    [openId.customFetch]: fetchPublic,
    ...(receivers !== "https" && { execute: [openId.allowInsecureRequests] }),
  });
  const methods = discovery.serverMetadata().token_endpoint_auth_methods_supported ?? [
    "client_secret_basic",
  ];
  const proof = methods.includes("client_secret_basic")
    ? openId.ClientSecretBasic(clientSecret)
    : openId.ClientSecretPost(clientSecret);
  const configuration = new openId.Configuration(
    discovery.serverMetadata(),
    clientId,
    undefined,
    proof,
  );
  configuration[openId.customFetch] = fetchPublic;
  if (receivers !== "https") openId.allowInsecureRequests(configuration);
  openId.enableNonRepudiationChecks(configuration);
  return configuration;
}

function marksOf(secret: string) {
  const mark = (name: string) => createHmac("sha256", secret).update(name).digest("base64url");
  return { state: mark("state"), nonce: mark("nonce"), verifier: mark("verifier") };
}

async function inWords<T>({ issuer }: Client, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OpenIdFailure) throw error;
    throw new OpenIdFailure(openIdErrorText(error, new URL(issuer).host), { cause: error });
  }
}

function openIdErrorText(error: unknown, host: string): string {
  if (error instanceof openId.AuthorizationResponseError)
    return error.error === "access_denied"
      ? `${host} did not let you in`
      : `${host} refused the sign-in (${error.error})`;
  if (error instanceof openId.ResponseBodyError)
    return error.error === "invalid_client"
      ? `${host} does not accept our client ID and secret`
      : `${host} refused the sign-in (${error.error})`;
  const causes = [error, error instanceof Error ? error.cause : undefined];
  if (causes.some((one) => one instanceof PrivateAddress))
    return `${host} is not an address of the internet`;
  const code = causes
    .map((one) => (one instanceof Error && "code" in one ? String(one.code) : ""))
    .join(" ");
  if (/HTTP_REQUEST_FORBIDDEN/.test(code))
    return `the address of ${host} does not begin with https://`;
  if (/ENOTFOUND|EAI_AGAIN|ECONN|TIMEOUT|ABORT|CERT/i.test(code)) return `we cannot reach ${host}`;
  return `${host} gave an answer that we do not understand`;
}
