/**
 * Calls of the API with JSON in and out, as lean as a bench's peer: what its client takes of the
 * processors is taken from the server.
 */
import { Agent, request } from "node:http";

type Call = { token: string; body?: unknown };

/**
 * Makes a client with at most this many connections, which stay open. Its calls reject for a status
 * other than 2xx and after two minutes of silence.
 */
export function jsonClient(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  /** Posts the body, or sends a GET if there is none. */
  return <Data>(path: string, { token, body }: Call): Promise<Data> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(text !== undefined && {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(text),
      }),
    };
    return new Promise((resolve, reject) => {
      const clientRequest = request(
        origin + path,
        { agent, method: text === undefined ? "GET" : "POST", headers, timeout: 120_000 },
        (response) => {
          const { statusCode = 0 } = response;
          let answer = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => {
            answer += part;
          });
          response.on("error", reject).on("end", () => {
            if (statusCode < 200 || statusCode > 299)
              reject(new Error(`${path} answered ${statusCode}: ${answer.slice(0, 300)}`));
            else resolve((JSON.parse(answer) as { data: Data }).data);
          });
        },
      );
      clientRequest.on("timeout", () => clientRequest.destroy(new Error(`${path} did not answer`)));
      clientRequest.on("error", reject).end(text);
    });
  };
}
