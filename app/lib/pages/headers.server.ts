import { playerHome } from "~/features/player/paths";

/** Only the player's page may use the microphone, for voice notes of calls for help. */
export const securityHeaders = (path: string, secure: boolean): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": `camera=(), microphone=(${path === playerHome ? "self" : ""}), geolocation=(), payment=()`,
  ...(secure && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
});

/**
 * Allows no inline style, no inline script without this response's nonce, and nothing from
 * elsewhere but the help desk's widget and pictures if these are configured.
 */
export function contentSecurityPolicy(
  nonce: string,
  {
    development,
    helpdeskUrl,
    imageBaseUrl,
  }: { development: boolean; helpdeskUrl: string | undefined; imageBaseUrl: string },
): string {
  const helpdesk = helpdeskUrl ? ` ${new URL(helpdeskUrl).origin}` : "";
  const images = URL.canParse(imageBaseUrl) ? ` ${new URL(imageBaseUrl).origin}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${helpdesk}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ""}`,
    `img-src 'self'${images}`,
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}${helpdesk}`,
    `frame-src ${helpdesk || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * True if a request changes something and comes from another site's page, by its Origin or, without
 * one, by Sec-Fetch-Site.
 */
export function isForeign(
  request: Request,
  { publicUrl, proxyHops }: { publicUrl: string | undefined; proxyHops: number },
): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const origin = request.headers.get("Origin");
  if (origin === null) return request.headers.get("Sec-Fetch-Site") === "cross-site";
  if (!URL.canParse(origin)) return true;
  const { host, protocol } = new URL(origin);
  if (publicUrl) return new URL(publicUrl).origin !== new URL(origin).origin;
  // without a configured address, a proxy may speak https in front of a server that speaks http
  return (
    host !== request.headers.get("Host") ||
    (proxyHops === 0 && protocol !== new URL(request.url).protocol)
  );
}

/**
 * True if a request is for a page that a person will see, not for a picture, a sound or data that a
 * script fetches, except Remix's own data.
 */
export function isNavigation({ url, headers }: Request): boolean {
  const destination = headers.get("Sec-Fetch-Dest") ?? "document";
  return destination === "document" || new URL(url).pathname.endsWith(".data");
}
