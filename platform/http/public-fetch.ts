import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import {
  hostOf,
  isPublicAddress,
  lookupPublic,
  PrivateAddress,
  type Receivers,
} from "./public-address.ts";

const seconds = 10;
const mostBytes = 512 * 1024;

type PublicRequest = { method?: string; headers?: Record<string, string>; body?: unknown };

/**
 * A fetch for addresses that people typed: only those that `receivers` allows, checked when the
 * connection is made; redirects are not followed; an answer has ten seconds and 512 KB. Throws
 * PrivateAddress, or what went wrong with the connection.
 */
export function publicFetch(receivers: Receivers) {
  return async (
    address: string,
    { method = "GET", headers = {}, body }: PublicRequest = {},
  ): Promise<Response> => {
    const url = new URL(address);
    const isSecure = url.protocol === "https:";
    if (!isSecure && (receivers === "https" || url.protocol !== "http:"))
      throw new PrivateAddress("only https");
    if (receivers !== "private" && isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url)))
      throw new PrivateAddress(url.hostname);
    const text = body == null ? undefined : String(body);
    return new Promise((resolve, reject) => {
      const request = (isSecure ? requestHttps : requestHttp)(url, {
        method,
        agent: false,
        signal: AbortSignal.timeout(seconds * 1000),
        headers: {
          ...headers,
          ...(text !== undefined && { "content-length": Buffer.byteLength(text) }),
        },
        ...(receivers !== "private" && { lookup: lookupPublic }),
      });
      request.on("error", reject);
      request.on("response", async (response) => {
        try {
          const chunks: Buffer[] = [];
          let bytes = 0;
          const body: AsyncIterable<Buffer> = response;
          for await (const chunk of body) {
            bytes += chunk.length;
            if (bytes > mostBytes) throw new Error(`the answer of ${url.host} is too long`);
            chunks.push(chunk);
          }
          const content = response.headers["content-type"];
          const status = response.statusCode ?? 502;
          const isEmpty = [101, 204, 205, 304].includes(status);
          resolve(
            new Response(isEmpty ? null : Buffer.concat(chunks), {
              status,
              ...(content && { headers: { "content-type": content } }),
            }),
          );
        } catch (error) {
          reject(error);
        } finally {
          request.destroy();
        }
      });
      request.end(text);
    });
  };
}
