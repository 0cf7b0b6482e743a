import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Connects pages and platform where they are two processes. Passes every call on, until a test cuts
 * the connection of some calls or delays their answers; calls are matched by "METHOD /path?query".
 */
export async function openLink() {
  let platform = "";
  const isCut: RegExp[] = [];
  const delays: { calls: RegExp; until: Promise<void> }[] = [];

  const pass = (call: IncomingMessage, answer: ServerResponse) => {
    const name = `${call.method} ${call.url}`;
    if (isCut.some((calls) => calls.test(name))) return void call.socket.destroy();
    const onward = request(
      platform + call.url,
      { method: call.method, headers: call.headers },
      async (answered) => {
        for (const { calls, until } of delays) if (calls.test(name)) await until;
        answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
        answered.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    answer.once("close", () => onward.destroy());
    call.pipe(onward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(to: string) {
      platform = to;
    },
    /**
     * Ends the connection of these calls before the platform hears of them, until the returned
     * function is called.
     */
    cut(calls: RegExp) {
      isCut.push(calls);
      return () => void isCut.splice(isCut.indexOf(calls), 1);
    },
    /** Keeps back the platform's answers to these calls until the returned function is called. */
    delay(calls: RegExp) {
      let release = () => {};
      const delay = { calls, until: new Promise<void>((resolve) => (release = resolve)) };
      delays.push(delay);
      return () => {
        delays.splice(delays.indexOf(delay), 1);
        release();
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Link = Awaited<ReturnType<typeof openLink>>;
