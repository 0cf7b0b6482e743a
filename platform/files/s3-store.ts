import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { messages } from "#contract/base/messages";
import { Refusal } from "../base/refusal.ts";
import type { FileStore } from "./file-store.ts";

/**
 * Files in a bucket of an S3-compatible server:
 * `s3://key:secret@host:port/bucket?region=eu-central-1`, or `s3+http://` without TLS. A server
 * that cannot be reached, or fails, is a 503. The client is loaded here, so that who keeps files in
 * a folder carries none of it.
 */
export async function s3Store(address: string): Promise<FileStore> {
  const s3 = await import("@aws-sdk/client-s3");
  const url = new URL(address);
  const bucket = decodeURIComponent(url.pathname.slice(1));
  const client = new s3.S3Client(clientSettings(url));
  return {
    async put(key, { path, bytes, mediaType }) {
      const content = {
        Body: createReadStream(path),
        ContentLength: bytes,
        ContentType: mediaType,
      };
      await refuseOutage(
        client.send(new s3.PutObjectCommand({ Bucket: bucket, Key: key, ...content })),
      );
    },
    open(key, { start, end }) {
      let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            reader ??= await opened(key, start, end);
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: (reason) => reader?.cancel(reason),
        },
        { highWaterMark: 0 },
      );
    },
    async stat(key) {
      const head = await refuseOutage(
        client.send(new s3.HeadObjectCommand({ Bucket: bucket, Key: key })).catch(absent),
      );
      if (!head) return undefined;
      return {
        bytes: head.ContentLength ?? 0,
        etag: head.ETag ?? `"${key}"`,
        modifiedAt: head.LastModified ?? new Date(0),
      };
    },
    async remove(key) {
      await refuseOutage(client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },
    takesFiles: async () => true, // a bucket has no limit, and `stat` notices an unreachable server
    async *list(folder) {
      for (let from: string | undefined, more = true; more; ) {
        const page = await refuseOutage(
          client.send(
            new s3.ListObjectsV2Command({
              Bucket: bucket,
              ...(folder && { Prefix: `${folder}/` }),
              ...(from && { ContinuationToken: from }),
            }),
          ),
        );
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key) yield { key: Key, modifiedAt: LastModified ?? new Date(0) };
        from = page.NextContinuationToken;
        more = from !== undefined;
      }
    },
  };

  async function opened(
    key: string,
    start: number,
    end: number,
  ): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    // an empty object has no first byte
    const range = end >= start ? { Range: `bytes=${start}-${end}` } : {};
    const { Body } = await refuseOutage(
      client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key, ...range })),
    );
    return (Readable.toWeb(Body as Readable) as ReadableStream<Uint8Array>).getReader();
  }
}

const clientSettings = (url: URL): S3ClientConfig => ({
  endpoint: `${url.protocol === "s3+http:" ? "http" : "https"}://${url.host}`,
  region: url.searchParams.get("region") ?? "us-east-1",
  credentials: {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  },
  forcePathStyle: true,
  // the newer checksums are sent in a way that servers other than Amazon's do not all understand
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
  // errors are thrown, and logged by whoever catches them
  logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
});

/** Gives the server's status; undefined if it did not answer. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

function absent(error: unknown): undefined {
  if (statusOf(error) === 404) return undefined;
  throw error;
}

/**
 * Throws a 503 for a server that is unreachable or ill and will be back. A wrong bucket or key is
 * ours to fix, so it stays a 500.
 */
async function refuseOutage<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    const status = statusOf(error);
    if (status !== undefined && status < 500) throw error;
    throw Object.assign(new Refusal(503, messages.serverError, undefined, { "Retry-After": "5" }), {
      cause: error,
    });
  });
}
