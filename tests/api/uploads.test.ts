import { once } from "node:events";
import { connect } from "node:net";
import { serve } from "@hono/node-server";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { messages } from "#contract/base/messages";
import { encodeWav } from "#demo/wav";
import { UploadRoom } from "#platform/files/upload-room";
import { logSerializers } from "#platform/http/log-error";
import { heldMemory } from "../support/held-memory.ts";
import { patience } from "../support/patience.ts";
import type { TestPlatform } from "../support/platform.ts";
import { openUploads, type ReceivedFiles, type takers } from "../support/upload-endpoints.ts";
import { fileOf, heavyPicture, multipart, ownSpools, picture, spools } from "../support/uploads.ts";

let at: TestPlatform;
const logged: string[] = [];
ownSpools();
beforeAll(async () => {
  const write = { write: (line: string) => void logged.push(line) };
  at = await openUploads({ logger: pino({ level: "error", serializers: logSerializers }, write) });
});
afterAll(() => at.close());

type Kind = keyof typeof takers;
type UploadReply = {
  data?: ReceivedFiles;
  message: string;
  errors?: { field: string; message: string }[];
};

async function sendBody(kind: Kind, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await at.send(
    new Request(`http://platform/api/test/${kind}`, { method: "POST", body, headers }),
  );
  const { data, message, errors } = (await response.json()) as UploadReply;
  expect(await spools(), "what was uploaded is gone with the answer").toEqual([]);
  return { status: response.status, file: data?.[0], files: data, message, errors };
}
const send = (kind: Kind, ...files: File[]) => sendBody(kind, multipart(files));

async function refusal(kind: Kind, ...files: File[]): Promise<string> {
  const { status, message, errors } = await send(kind, ...files);
  expect(status).toBe(422);
  expect(errors).toEqual([{ field: "file", message }]);
  return message;
}

describe("A picture that is uploaded", () => {
  test.each(["png", "jpeg"] as const)(
    "as %s is drawn anew: nothing but its pixels is kept [VAL-5]",
    async (format) => {
      const script = "<script>alert(1)</script>";
      const tagged = await sharp(await picture(format, 300, 200))
        .withExif({ IFD0: { ImageDescription: script } })
        .toBuffer();
      const { status, file } = await send(
        "image",
        fileOf(new Uint8Array(Buffer.concat([tagged, Buffer.from(script)])), `icon.${format}`),
      );
      expect(status).toBe(200);
      expect(file).toMatchObject({
        name: `icon.${format}`,
        mediaType: `image/${format}`,
        width: 300,
        height: 200,
      });
      expect(file?.readSha256).toBe(file?.sha256);
      const storedBytes = Buffer.from(file?.base64 ?? "", "base64");
      expect(storedBytes.length).toBe(file?.bytes);
      expect(storedBytes.includes("script")).toBe(false);
      expect(await sharp(storedBytes).metadata()).toMatchObject({
        format,
        width: 300,
        height: 200,
      });
      expect((await sharp(storedBytes).metadata()).exif).toBeUndefined();
    },
  );

  test("is what its bytes say, whatever its name [VAL-5]", async () => {
    expect((await send("image", fileOf(await picture("png"), "photo.jpg"))).file?.mediaType).toBe(
      "image/png",
    );
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>';
    for (const [content, name] of [
      [svg, "icon.png"],
      [await picture("gif"), "icon.png"],
      [await picture("webp"), "icon.png"],
      ["", "icon.png"],
      [(await picture("png")).slice(0, 60), "cut.png"],
      ["<html><script>alert(1)</script>", "icon.jpeg"],
    ] as const)
      expect(await refusal("image", fileOf(content, name)), name).toBe(messages.fileType);
  });

  test("has 64 to 4096 pixels a side, and at most 5 MB [LIM-1] [VAL-5]", async () => {
    for (const [width, height] of [
      [63, 200],
      [200, 63],
      [5000, 100],
      [100, 4097],
    ] as const)
      expect(await refusal("image", fileOf(await picture("png", width, height), "a.png"))).toBe(
        messages.fileDimensions,
      );
    for (const side of [64, 4096])
      expect((await send("image", fileOf(await picture("png", side), "a.png"))).file?.width).toBe(
        side,
      );
    expect(await refusal("image", fileOf(await heavyPicture(6), "a.png"))).toBe(
      messages.fileTooLarge,
    );
    expect((await send("image", fileOf(await heavyPicture(4), "a.png"))).status).toBe(200);
  });

  test("that is a bomb costs nothing: its sides are read before it is unpacked [VAL-5]", async () => {
    const bomb = (await picture("png", 64)).slice();
    new DataView(bomb.buffer).setUint32(16, 60_000);
    new DataView(bomb.buffer).setUint32(20, 60_000);
    const before = process.memoryUsage().rss;
    expect(await refusal("image", fileOf(withCrc(bomb), "bomb.png"))).toBe(messages.fileDimensions);
    // unpacked it has 14 GB
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1024 * 1024);
  });

  test("is at most one where one is taken, and five never become six [LIM-1] [VAL-5]", async () => {
    const pdf = fileOf("%PDF-1.7\n%%EOF", "a.pdf");
    expect((await send("document", ...Array.from({ length: 5 }, () => pdf))).files?.length).toBe(5);
    expect(await refusal("document", ...Array.from({ length: 6 }, () => pdf))).toBe(
      messages.tooManyFiles,
    );
    const png = fileOf(await picture("png"), "a.png");
    expect(await refusal("image", png, png)).toBe(messages.oneFile);
    expect(await refusal("image")).toBe(messages.required);
  });
});

describe("Another file that is uploaded", () => {
  test("is a pdf or a Word document by its content [VAL-5]", async () => {
    const doc = Buffer.alloc(4096);
    Buffer.from("d0cf11e0a1b11ae1", "hex").copy(doc);
    const sheet = Buffer.from(doc);
    Buffer.from("WordDocument\0", "utf16le").copy(doc, 1024);
    Buffer.from("Workbook\0", "utf16le").copy(sheet, 1024);
    const docx = zipOf(
      "[Content_Types].xml",
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    );
    for (const [content, mediaType] of [
      ["%PDF-1.7\n%%EOF", "application/pdf"],
      [doc, "application/msword"],
      [docx, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ] as const)
      expect(
        (
          await send(
            "document",
            fileOf(typeof content === "string" ? content : new Uint8Array(content), "x.bin"),
          )
        ).file?.mediaType,
      ).toBe(mediaType);
    for (const content of [
      "<html><script>alert(1)</script>",
      new Uint8Array(sheet),
      new Uint8Array(zipOf("a.txt", "b")),
      await picture("png"),
    ])
      expect(await refusal("document", fileOf(content, "contract.pdf"))).toBe(messages.fileType);
    expect(
      await refusal("document", fileOf(new Uint8Array(11 * 1024 * 1024), "contract.pdf")),
    ).toBe(messages.fileTooLarge);
  });

  test("is CSV if it is text in an encoding that spreadsheets write [VAL-5]", async () => {
    const text = "code;name\r\nS-1;Café “Größe”\r\n";
    const wide = Buffer.from(`\ufeff${text}`, "utf16le");
    for (const [bytes, encoding] of [
      [Buffer.from(text), "utf-8"],
      [Buffer.from(`\ufeff${text}`), "utf-8"],
      [wide, "utf-16le"],
      [Buffer.from(wide).swap16(), "utf-16be"],
      [
        Buffer.from([...Buffer.from("code;name\r\nS-1;Caf"), 0xe9, 0x3b, 0x93, 0x94]),
        "windows-1252",
      ],
      [Buffer.from("BM,name\r\n1,looks like a bitmap by its first two letters\r\n"), "utf-8"],
    ] as const)
      expect((await send("table", fileOf(new Uint8Array(bytes), "stores.csv"))).file).toMatchObject(
        { mediaType: "text/csv", encoding },
      );
    const long = "S-1;é".repeat(100_000); // letters of two bytes lie across the chunks
    expect((await send("table", fileOf(`x${long}`, "stores.csv"))).file?.encoding).toBe("utf-8");
    for (const bytes of [
      await picture("png"),
      new Uint8Array(zipOf("a", "b")),
      Buffer.from("a\0b"),
      wide.subarray(2),
      wide.subarray(0, 9),
    ])
      expect(await refusal("table", fileOf(new Uint8Array(bytes), "stores.csv"))).toBe(
        messages.fileType,
      );
  });

  test("of 500 MB is refused in words, and takes no memory and no disk [LIM-1] [VAL-5]", async () => {
    const boundary = "large";
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="song.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`;
    const megabyte = new Uint8Array(1024 * 1024).fill(0x55);
    const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
    let peak = 0;
    const before = heldMemory();
    const sendMegabytes = async (megabytes: number) => {
      let sentMegabytes = 0;
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => stream.enqueue(new TextEncoder().encode(part)),
        pull(stream) {
          if (sentMegabytes % 50 === 0) peak = Math.max(peak, heldMemory() - before);
          if (sentMegabytes++ < megabytes) return stream.enqueue(megabyte);
          stream.enqueue(new TextEncoder().encode(`\r\n--${boundary}--\r\n`));
          stream.close();
        },
      });
      const init: RequestInit & { duplex: "half" } = {
        method: "POST",
        body,
        headers,
        duplex: "half",
      };
      // in process: what a client over the wire holds would be measured too
      const response = await at.platform.fetch(
        new Request("http://platform/api/test/audio", init),
        {},
      );
      return {
        answer: [response.status, ((await response.json()) as UploadReply).message],
        sentMegabytes,
      };
    };
    expect((await sendMegabytes(500)).answer).toEqual([422, messages.fileTooLarge]);
    expect(peak).toBeLessThan(64 * 1024 * 1024);
    const endless = await sendMegabytes(100_000);
    expect([endless.answer, endless.sentMegabytes < 900]).toEqual([
      [413, messages.fileTooLarge],
      true,
    ]);
    expect(await spools()).toEqual([]);
  });

  test("is audio by its content [VAL-5]", async () => {
    const wav = new Uint8Array(encodeWav(new Float32Array(4000)));
    expect((await send("audio", fileOf(wav, "song.mp3"))).file?.mediaType).toBe("audio/wav");
    expect(await refusal("audio", fileOf("#!/bin/sh", "song.mp3"))).toBe(messages.fileType);
  });

  test("has a name of one line without path and controls [VAL-5]", async () => {
    const pdf = "%PDF-1.7\n%%EOF";
    for (const [name, expectedName] of [
      ["../../etc/passwd", "passwd"],
      ["C:\\Users\\me\\Vertrag März.pdf", "Vertrag März.pdf"],
      ["a\tb\u202efdp.exe.pdf", "a b fdp.exe.pdf"],
      ["می\u200cخواهم അവന്\u200d.pdf", "می\u200cخواهم അവന്\u200d.pdf"],
      ["..hidden", "hidden"],
      ["...", "file"],
      [`${"é😀".repeat(200)}.pdf`, `${"é😀".repeat(200).slice(0, 145)}.pdf`],
    ] as const)
      expect((await send("document", fileOf(pdf, name))).file?.name.slice(0, 145)).toBe(
        expectedName.slice(0, 145),
      );
  });
});

describe("An upload", () => {
  test("that is no form with files, or breaks off, is refused and leaves nothing", async () => {
    expect((await sendBody("image", "{}", { "Content-Type": "application/json" })).status).toBe(
      400,
    );
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
    expect(
      (await sendBody("image", cut, { "Content-Type": "multipart/form-data; boundary=b" })).status,
    ).toBe(400);
    expect((await sendBody("image", cut, { "Content-Type": "multipart/form-data" })).status).toBe(
      400,
    );
    expect(
      (
        await sendBody("image", "--b\r\nContent-Disp", {
          "Content-Type": "multipart/form-data; boundary=b",
        })
      ).status,
    ).toBe(400);
    const other = multipart([fileOf(await picture("png"), "a.png")], "icon");
    expect((await sendBody("image", other)).status).toBe(422);
    const more = multipart([fileOf(await picture("png"), "a.png")]);
    more.append("companyId", "1");
    expect((await sendBody("image", more)).status).toBe(422);
  });

  test("of a client that goes away leaves nothing", async () => {
    const server = serve({ fetch: at.platform.fetch, port: 0 });
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const socket = connect(port, "127.0.0.1");
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
    socket.write(
      `POST /api/test/audio HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000000\r\n\r\n${head}`,
    );
    socket.write(Buffer.alloc(1024 * 1024));
    await vi.waitFor(async () => expect(await spools()).toHaveLength(1), patience);
    socket.destroy();
    await vi.waitFor(async () => expect(await spools()).toEqual([]), patience);
    server.close();
  });

  test("is described by the OpenAPI document as a form with files", async () => {
    const document = (await (
      await at.send(new Request("http://platform/api/openapi.json"))
    ).json()) as {
      paths: Record<
        string,
        { post: { requestBody: { content: Record<string, { schema: unknown }> } } }
      >;
    };
    const { content } = document.paths["/api/test/document"]?.post.requestBody ?? { content: {} };
    expect(content["multipart/form-data"]?.schema).toMatchObject({
      properties: { file: { type: "array", maxItems: 5, items: { format: "binary" } } },
    });
  });
});

/** A png whose header was changed, its check sum made right again. */
function withCrc(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  new DataView(png.buffer).setUint32(29, crc32(png.subarray(12, 29)));
  return png;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A zip of one file, not compressed. */
function zipOf(name: string, content: string): Buffer {
  const data = Buffer.from(content);
  const local = Buffer.alloc(30);
  local.write("PK\x03\x04", "latin1");
  local.writeUInt16LE(20, 4);
  local.writeUInt32LE(crc32(data), 14);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(data.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.write("PK\x01\x02", "latin1");
  local.copy(central, 6, 4, 30);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([local, Buffer.from(name), data, central, Buffer.from(name), end]);
}

describe("What is uploaded at once", () => {
  test("is bounded by bytes for a person and for the process; what ended frees its room [LOAD-1]", () => {
    const room = new UploadRoom({ person: 10, process: 15 });
    const first = room.share("a");
    const second = room.share("a");
    const other = room.share("b");
    expect(first.take(6)).toBeUndefined();
    expect(second.take(4)).toBeUndefined();
    const busy = (message: string) =>
      expect.objectContaining({ status: 429, message, headers: { "Retry-After": "30" } });
    expect(second.take(1)).toEqual(
      busy("You already have too much uploading. Wait until it has finished, then try again."),
    );
    expect(other.take(6)).toEqual(busy("Too much is being uploaded. Try again in a minute."));
    expect(other.take(5)).toBeUndefined();
    first.giveBack();
    expect(second.take(6)).toBeUndefined();
  });

  test("of one person is 256 MB; the next is 429, and others are served [LOAD-1]", async () => {
    const megabyte = new Uint8Array(1024 * 1024);
    let end = () => {};
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    let sentCount = 0;
    /** Sends this many megabytes of a song, then nothing more until the test is over. */
    const held = (megabytes: number) => {
      let left = megabytes;
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) =>
            controller.enqueue(
              Buffer.from(
                `--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`,
              ),
            ),
          async pull(controller) {
            if (left-- > 0) return controller.enqueue(megabyte);
            sentCount++;
            await isOver;
            controller.enqueue(Buffer.from("\r\n--b--\r\n"));
            controller.close();
          },
        },
        { highWaterMark: 1 },
      );
    };
    const upload = async (body: ReadableStream<Uint8Array>) => {
      const headers = { "Content-Type": "multipart/form-data; boundary=b" };
      const response = await at.send(
        new Request("http://platform/api/test/audio", {
          method: "POST",
          body,
          headers,
          duplex: "half",
        } as RequestInit),
      );
      return {
        status: response.status,
        retryAfter: response.headers.get("Retry-After"),
        body: (await response.json()) as UploadReply,
      };
    };
    const running = [upload(held(99)), upload(held(99)), upload(held(99))];
    await vi.waitFor(() => expect(sentCount).toBe(3), patience);
    await expect
      .poll(async () => (await at.send(new Request("http://platform/api/ready"))).status, {
        timeout: patience,
      })
      .toBe(200);
    end();
    const answers = await Promise.all(running);
    // silence is no song
    expect(answers.map(({ status }) => status).sort()).toEqual([422, 422, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.retryAfter, refused?.body.message]).toEqual([
      "30",
      "You already have too much uploading. Wait until it has finished, then try again.",
    ]);
    expect(await spools()).toEqual([]);
    expect((await send("document", fileOf("%PDF-1.7\n%%EOF", "a.pdf"))).status).toBe(200);
  });

  test("and cannot be kept is our fault: 503, logged with its cause [LOAD-1]", async () => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = "/dev/null/full";
    try {
      logged.length = 0;
      const file = fileOf("%PDF-1.7\n%%EOF", "a.pdf");
      const response = await at.send(
        new Request("http://platform/api/test/document", {
          method: "POST",
          body: multipart([file]),
        }),
      );
      expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "60"]);
      expect(((await response.json()) as UploadReply).message).toBe(messages.serverError);
      expect(logged.join()).toContain("ENOTDIR");
    } finally {
      process.env.TMPDIR = before;
    }
  });
});
