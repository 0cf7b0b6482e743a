import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "#platform/base/refusal";
import { type FileStore, folderStore } from "#platform/files/file-store";
import { s3Store } from "#platform/files/s3-store";
import { serveFile } from "#platform/files/serve-file";

type StoreUnderTest = { store: FileStore; close(): Promise<unknown> };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fever-store-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stores: Record<string, () => Promise<StoreUnderTest>> = {
  "a folder": async () => ({ store: folderStore(join(folder, "files")), close: async () => {} }),
  "an S3 server": async () => {
    const server = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: join(folder, "s3"),
      configureBuckets: [{ name: "fever", configs: [] }],
    });
    const { port } = (await server.run()) as AddressInfo;
    return {
      store: await s3Store(`s3+http://S3RVER:S3RVER@127.0.0.1:${port}/fever`),
      close: () => server.close(),
    };
  },
};

describe.each(Object.keys(stores))("Files in %s", (name) => {
  let store: FileStore;
  let close: StoreUnderTest["close"];
  beforeAll(async () => {
    const opened = await stores[name]?.();
    if (!opened) throw new Error(name);
    ({ store, close } = opened);
  });
  afterAll(() => close());

  const putFile = async (bytes: Uint8Array, key = `images/${randomUUID()}`) => {
    const path = join(folder, randomUUID());
    await writeFile(path, bytes);
    await store.put(key, { path, bytes: bytes.length, mediaType: "image/png" });
    return key;
  };
  const all = async (stream: ReadableStream<Uint8Array>) =>
    Buffer.from(await new Response(stream).arrayBuffer());

  test("come back as they went in, whole and in parts, and are gone when they are removed", async () => {
    const bytes = randomBytes(300_000);
    const key = await putFile(bytes);
    expect(await store.stat(key)).toMatchObject({
      bytes: 300_000,
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    expect((await all(store.open(key, { start: 0, end: 299_999 }))).equals(bytes)).toBe(true);
    expect(
      (await all(store.open(key, { start: 1000, end: 200_000 }))).equals(
        bytes.subarray(1000, 200_001),
      ),
    ).toBe(true);
    await store.remove(key);
    await store.remove(key);
    expect(await store.stat(key)).toBeUndefined();
    expect(await store.stat("images/never")).toBeUndefined();
  });

  test("are listed by folder with their age", async () => {
    const keys = [
      await putFile(Buffer.from("a"), `documents/${randomUUID()}`),
      await putFile(Buffer.from("b"), `documents/${randomUUID()}`),
    ];
    const listedKeys: string[] = [];
    for await (const { key, modifiedAt } of store.list("documents")) {
      listedKeys.push(key);
      expect(Date.now() - modifiedAt.getTime()).toBeLessThan(60_000);
    }
    expect(listedKeys.sort()).toEqual(keys.sort());
    for await (const { key } of store.list("nothing")) throw new Error(key);
  });

  test("have a new ETag with other bytes, and a reader may go away", async () => {
    const key = await putFile(randomBytes(1_000_000));
    const before = (await store.stat(key))?.etag;
    const reader = store.open(key, { start: 0, end: 999_999 }).getReader();
    await reader.read();
    await reader.cancel();
    await putFile(randomBytes(999_999), key);
    expect((await store.stat(key))?.etag).not.toBe(before);
  });

  test("are served whole, in ranges or as unchanged, and never from a wrong key", async () => {
    const bytes = randomBytes(100_000);
    const key = await putFile(bytes);
    const served = { key, mediaType: "image/png", keep: 60 };
    const whole = await serveFile(store, served, {});
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-length": "100000",
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=60",
    });
    expect(sha256(await whole.arrayBuffer())).toBe(sha256(bytes));
    const part = await serveFile(store, served, { range: "bytes=-10" });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([
      206,
      "bytes 99990-99999/100000",
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(-10))).toBe(true);
    const etag = whole.headers.get("ETag") ?? "";
    expect((await serveFile(store, served, { ifNoneMatch: etag })).status).toBe(304);
    await expect(serveFile(store, served, { range: "bytes=100000-" })).rejects.toMatchObject({
      status: 416,
    });
    for (const wrong of [
      "../etc/passwd",
      "images/../../x",
      "/etc/passwd",
      "images//x",
      "images/.hidden",
      "images/never",
      "",
    ])
      await expect(serveFile(store, { ...served, key: wrong }, {}), wrong).rejects.toMatchObject({
        status: 404,
      });
    const saved = await serveFile(store, { ...served, saveAs: 'Größe "1".pdf' }, {});
    await saved.body?.cancel();
    expect(saved.headers.get("Content-Disposition")).toBe(
      `attachment; filename="Gr__e _1_.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.pdf`,
    );
  });
});

test("An S3 server that is away is a 503, a bucket that is not there our mistake", async () => {
  const away = await s3Store("s3+http://key:secret@127.0.0.1:1/fever");
  await expect(away.stat("images/a")).rejects.toMatchObject({ status: 503 });
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3-empty"),
  });
  const { port } = (await server.run()) as AddressInfo;
  const path = join(folder, "a");
  await writeFile(path, "a");
  const store = await s3Store(`s3+http://S3RVER:S3RVER@127.0.0.1:${port}/none`);
  const failure = await store
    .put("images/a", { path, bytes: 1, mediaType: "image/png" })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(Refusal);
  await server.close();
});

test("A folder takes a file whole or not at all", async () => {
  const root = join(folder, "whole");
  const store = folderStore(root);
  await expect(
    store.put("images/a", { path: join(folder, "not-there"), bytes: 1, mediaType: "image/png" }),
  ).rejects.toThrow();
  expect(await readdir(join(root, "images"))).toEqual([]);
});

const sha256 = (bytes: ArrayBuffer | Uint8Array) =>
  createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
