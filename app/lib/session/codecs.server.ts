import { identifiers } from "../api/identifiers.server";
import { antiForgery, csrfCookie } from "../forms/anti-forgery.server";
import { formTimes } from "../forms/form-time.server";
import { interruptedFormCookies } from "../forms/interrupted-form.server";
import { publicFormDraftCookies } from "../forms/public-form-drafts.server";
import { playerDeviceCookie } from "./player-device.server";
import { sessionCookie, type WebSession } from "./session.server";

/** Read and write the cookies, tokens and identifiers of this server with its secrets. */
export type Codecs = ReturnType<typeof makeCodecs>;

export function makeCodecs(config: {
  SESSION_SECRET: string;
  APP_SECRET: string;
  PUBLIC_URL?: string | undefined;
}) {
  const secret = config.SESSION_SECRET;
  const secure = config.PUBLIC_URL?.startsWith("https:") ?? false;
  const forgery = antiForgery(secret);
  return {
    secure,
    session: sessionCookie({ secret, secure }),
    interruptedForms: interruptedFormCookies({ secret, secure }),
    publicFormDrafts: publicFormDraftCookies({ secret, secure }),
    playerDevice: playerDeviceCookie({ secret, secure }),
    forgery,
    visitorForms: formTimes(secret),
    ids: identifiers(config.APP_SECRET),
    /** Gives the Set-Cookie of the session's token that scripts send; undefined if unchanged. */
    writeCsrf({ owner, isElsewhere }: WebSession, cookies: string | null): string | undefined {
      const csrf = owner ? forgery.tokenOf(owner) : "";
      if (isElsewhere || csrf === (cookieNamed(csrfCookie, cookies) ?? "")) return undefined;
      return `${csrfCookie}=${csrf}; Path=/; SameSite=Lax${secure ? "; Secure" : ""}${csrf ? "" : "; Max-Age=0"}`;
    },
  };
}

const cookieNamed = (name: string, header: string | null) =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? "")?.[1];
