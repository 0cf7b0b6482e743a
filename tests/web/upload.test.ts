import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { AppLoadContext } from "@remix-run/node";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { messages } from "#contract/base/messages";
import { encodeWav } from "#demo/wav";
import { logSerializers } from "#platform/http/log-error";
import { apiFor } from "~/lib/api/platform.server";
import { type FormResult, readForm } from "~/lib/forms/forms.server";
import { createWeb } from "../../web.ts";
import { makeCompany } from "../support/companies.ts";
import { heldMemory } from "../support/held-memory.ts";
import { password, type TestPlatform } from "../support/platform.ts";
import { openUploads, type ReceivedFiles, takers } from "../support/upload-endpoints.ts";
import { fileOf, ownSpools, picture, spools } from "../support/uploads.ts";

const origin = "http://shop.example";
const signedIn = { tokens: { accessToken: "", refreshToken: "" }, who: "" };
const Note = z.object({
  title: z.string().max(20),
  kind: z.enum(["image", "document", "table", "audio"]).default("document"),
});

/**
 * A page as ours are written, with a title and files; /sign-in signs in with the tokens of
 * `signedIn`.
 */
async function page(request: Request, context: AppLoadContext): Promise<Response> {
  if (new URL(request.url).pathname === "/sign-in") {
    context.session.signIn(signedIn.tokens);
    context.session.know(signedIn.who);
    return new Response("signed in");
  }
  if (request.method === "GET") return new Response("the page");
  if (!context.session.tokens)
    return new Response(null, { status: 302, headers: { Location: "/login" } });
  const form = await readForm({ request, context }, Note);
  const answer = ({ data, init }: ReturnType<typeof form.refused>) =>
    Response.json(data, init ?? {});
  if (!form.value) return answer(form.refused());
  const { kind } = form.value;
  const submission = await form.submit(
    () => apiFor(context, request).call(takers[kind], { files: form.files("paper") }),
    { file: "paper" },
  );
  return submission.refused ? answer(submission.refused) : Response.json(submission.reply.data);
}

describe.each(["in process", "over the network"])(
  "A form with files, the platform %s,",
  (where) => {
    let at: TestPlatform;
    let server: ReturnType<typeof serve> | undefined;
    let send: (body: BodyInit, headers?: Record<string, string>) => Promise<Response>;
    let csrf = "";
    const logged: string[] = [];

    ownSpools();
    beforeAll(async () => {
      at = await openUploads();
      const { companyId, users } = await makeCompany(at.database);
      const answer = await at.nobody.signIn({ body: { username: users.admin, password } }).reply;
      signedIn.tokens = answer.body.data as typeof signedIn.tokens;
      const user = (await at.as(users.admin).me()) as { id: number };
      signedIn.who = `${companyId}/${user.id}`;
      let address: string | undefined;
      if (where === "over the network") {
        server = serve({ fetch: (request) => at.platform.fetch(request, {}), port: 0 });
        await once(server, "listening");
        address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      }
      const web = createWeb({
        config: {
          NODE_ENV: "production",
          PROXY_HOPS: 0,
          PUBLIC_URL: undefined,
          SESSION_SECRET: "a session secret for tests that is long enough",
          APP_SECRET: "an application secret for tests, long enough",
          DEMO: false,
          HELPDESK_WIDGET_URL: undefined,
          IMAGE_BASE_URL: "/images/",
          PLAYER_PACKAGE_URL: undefined,
          PLATFORM_API_URL: address,
          PLATFORM_SHARED_KEY: undefined,
        },
        pages: page as never,
        platform: address
          ? undefined
          : { fetch: (request, connection) => at.platform.fetch(request, connection) },
        logger: pino(
          { level: "error", serializers: logSerializers },
          { write: (line: string) => void logged.push(line) },
        ),
      });
      const cookies = (await web.fetch(new Request(`${origin}/sign-in`))).headers
        .getSetCookie()
        .map((line) => line.split(";")[0] ?? "");
      csrf =
        cookies.find((one) => one.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
      send = async (body, headers = {}) =>
        web.fetch(
          new Request(origin, {
            method: "POST",
            body,
            headers: { Cookie: cookies.join("; "), ...headers },
            duplex: "half",
          } as RequestInit),
        );
    });
    afterAll(async () => {
      server?.close();
      await at.close();
    });

    const formOf = (fields: Record<string, string>, ...files: File[]) => {
      const form = new FormData();
      form.append("_csrf", csrf);
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const file of files) form.append("paper", file);
      return form;
    };
    const pdf = fileOf("%PDF-1.7\n%%EOF", "Vertrag März.pdf");
    const refusal = async (body: BodyInit) => {
      const response = await send(body);
      expect(response.status).toBe(422);
      expect(await spools()).toEqual([]);
      return ((await response.json()) as FormResult).fields;
    };

    test("reach the platform as they were, under their names [VAL-5]", async () => {
      const response = await send(formOf({ title: "Two" }, pdf, pdf));
      const files = (await response.json()) as ReceivedFiles;
      expect(files.map(({ name, mediaType }) => [name, mediaType])).toEqual(
        Array(2).fill(["Vertrag März.pdf", "application/pdf"]),
      );
      expect(Buffer.from(files[0]?.base64 ?? "", "base64").toString()).toBe("%PDF-1.7\n%%EOF");
      expect(await spools()).toEqual([]);
    });

    test("come back with the message on the field and all that was typed [VAL-3] [VAL-5]", async () => {
      const large = fileOf(new Uint8Array(11 * 1024 * 1024), "a.pdf");
      for (const [files, message] of [
        [[large], messages.fileTooLarge],
        [[fileOf("<script>", "a.pdf")], messages.fileType],
        [[fileOf("", "a.pdf")], messages.fileType],
        [Array(6).fill(pdf), messages.tooManyFiles],
        [[], messages.required],
      ] as [File[], string][])
        expect(await refusal(formOf({ title: "As typed" }, ...files))).toEqual({
          errors: { paper: [message] },
          values: { title: "As typed" },
        });
      const small = fileOf(await picture("png", 63), "a.png");
      expect((await refusal(formOf({ title: "Icon", kind: "image" }, small))).errors).toEqual({
        paper: [messages.fileDimensions],
      });
      // more than the page's server keeps
      const huge = fileOf(new Uint8Array(101 * 1024 * 1024), "a.wav");
      expect((await refusal(formOf({ title: "Song", kind: "audio" }, huge))).errors).toEqual({
        paper: [messages.fileTooLarge],
      });
    });

    test("must be chosen again where another field is refused, and the form says so [VAL-3]", async () => {
      const { errors, values } = await refusal(
        formOf({ title: "longer than twenty characters" }, pdf),
      );
      expect(values).toEqual({ title: "longer than twenty characters" });
      expect(Object.keys(errors ?? {}).sort()).toEqual(["paper", "title"]);
      expect(errors?.paper).toEqual([
        "Choose the file again. We do not keep files between attempts.",
      ]);
      expect(
        (await refusal(formOf({ title: "longer than twenty characters" }))).errors?.paper,
      ).toBeUndefined();
    });

    test("of somebody else's page, or broken off, leave nothing [SES-9]", async () => {
      const forged = formOf({ title: "x" }, pdf);
      forged.set("_csrf", "made-up-made-up-made-up");
      expect((await send(forged)).status).toBe(403);
      const cut =
        '--b\r\nContent-Disposition: form-data; name="paper"; filename="a.pdf"\r\n\r\n%PDF';
      expect((await send(cut, { "Content-Type": "multipart/form-data; boundary=b" })).status).toBe(
        400,
      );
      expect(await spools()).toEqual([]);
    });

    test("that cannot be kept are our fault: the error modal, what was typed, and a line in the log [LOAD-1]", async () => {
      const before = process.env.TMPDIR;
      process.env.TMPDIR = "/dev/null/full";
      try {
        logged.length = 0;
        const response = await send(formOf({ title: "As typed" }, pdf));
        expect(response.status).toBe(503);
        const { failure, fields } = (await response.json()) as FormResult;
        expect(failure?.message).toBe(messages.serverError);
        expect(fields.values).toEqual({ title: "As typed" });
        expect(logged.join()).toContain("an upload could not be kept");
        expect(logged.join()).toContain("ENOTDIR");
      } finally {
        process.env.TMPDIR = before;
      }
    });

    test("take no more memory the larger they are", async () => {
      const body = formOf(
        { title: "Long", kind: "audio" },
        fileOf(encodeWav(new Float32Array(100)) as Uint8Array<ArrayBuffer>, "a.wav"),
      );
      await (await send(body)).arrayBuffer(); // what is loaded once
      const megabytes = 95;
      let peak = 0;
      const before = heldMemory();
      const look = () => {
        peak = Math.max(peak, heldMemory() - before);
      };
      const response = await send(longForm(megabytes, look), {
        "Content-Type": "multipart/form-data; boundary=b",
      });
      expect(((await response.json()) as ReceivedFiles)[0]?.bytes).toBe(
        megabytes * 1024 * 1024 + 44,
      );
      expect(peak / 1024 / 1024).toBeLessThan(40);
    });

    test("of a session that is over never reach the disk, and lead to sign-in [LOAD-1]", async () => {
      const { accessToken } = signedIn.tokens;
      const ended = await at.nobody.signOut({ headers: { authorization: `Bearer ${accessToken}` } })
        .reply;
      expect(ended.status).toBe(200);
      const spoolFolders: string[] = [];
      const response = await send(
        longForm(64, () => void spools().then((folders) => spoolFolders.push(...folders))),
        { "Content-Type": "multipart/form-data; boundary=b" },
      );
      expect([response.status, response.headers.get("Location")]).toEqual([302, "/login"]);
      expect(spoolFolders).toEqual([]);
    });

    /**
     * A form with so many megabytes of silence, made while it is read; after every sixteenth
     * somebody looks.
     */
    function longForm(megabytes: number, look: () => void): ReadableStream<Uint8Array> {
      const text = (value: string) => new TextEncoder().encode(value);
      const field = (name: string, value: string) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const head = field("_csrf", csrf) + field("title", "Long") + field("kind", "audio");
      const header = encodeWav(new Float32Array(0)).subarray(0, 44);
      let chunksLeft = megabytes * 16;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            controller.enqueue(
              text(
                `${head}--b\r\nContent-Disposition: form-data; name="paper"; filename="a.wav"\r\n\r\n`,
              ),
            );
            controller.enqueue(header);
          },
          pull(controller) {
            if (chunksLeft % 256 === 0) look();
            if (chunksLeft-- > 0) return controller.enqueue(new Uint8Array(64 * 1024));
            controller.enqueue(text("\r\n--b--\r\n"));
            controller.close();
          },
        },
        { highWaterMark: 1 },
      );
    }
  },
);
