import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { S3 } from "@aws-sdk/client-s3";
import type { ByteRange } from "../../lib/contract/file";
import type { S3Settings } from "../config/s3-url";
import { refuseInTransaction } from "../core/open-transaction";
import { codeOf, failed, makeClient, shortTimeout, statusOf, timeFor } from "./s3-client";
import { checkKey, type FileStore, fileExistsError, isKey } from "./store";
import { storeUnavailable } from "./store-failures";

/** Bytes per part, held in memory; a file can have 10,000 parts. */
const partSize = 8 * 1024 * 1024;
/** Milliseconds without data after which a download counts as stalled while its receiver is ready. */
const stalled = 10_000;
/** For assembling the parts of an upload. */
const completing = { abortSignal: () => AbortSignal.timeout(120_000), requestTimeout: 60_000 };

/** Lets a server refuse altered content; all servers support MD5. */
const withSum = (Body: Buffer) => ({ Body, ContentMD5: createHash("md5").update(Body).digest("base64") });

/** Files in a bucket of an S3-compatible store. Writes are atomic. */
export function s3Store(settings: S3Settings): FileStore {
  const { bucket: Bucket, prefix } = settings;
  let made: Promise<S3> | undefined;
  const client = () => {
    made ??= makeClient(settings);
    return made;
  };
  const at = (key: string) => {
    checkKey(key);
    return { Bucket, Key: prefix + key };
  };
  const sizeOf = async (key: string) => {
    refuseInTransaction("A file is looked for");
    const s3 = await client();
    const head = await s3.headObject(at(key), shortTimeout()).catch(unless(404, key));
    return head?.ContentLength;
  };
  const read = async (key: string, range?: ByteRange) => {
    refuseInTransaction("A file is read");
    const s3 = await client();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await s3.getObject({ ...at(key), Range }).catch((error: unknown) => {
      if (codeOf(error) === "NoSuchKey") return undefined;
      return statusOf(error) === 416 ? "behind the end" : failed(error, key);
    });
    if (found !== "behind the end")
      return (
        found && {
          size: Number(found.ContentRange?.split("/")[1] ?? found.ContentLength),
          content: watched(found.Body as Readable),
        }
      );
    const size = await sizeOf(key);
    return size === undefined ? undefined : { size, content: Readable.from([]) };
  };
  return {
    async write(key, content) {
      refuseInTransaction("A file is written");
      // Some servers ignore the condition of the calls below.
      if ((await sizeOf(key)) !== undefined) throw fileExistsError(key);
      const s3 = await client();
      let upload: Upload | undefined;
      try {
        for await (const part of partsOf(content)) {
          if (!upload && part.length < partSize) {
            await s3
              .putObject({ ...at(key), ...withSum(part), IfNoneMatch: "*" }, timeFor(part.length))
              .catch((error: unknown) => failed(error, key));
            return;
          }
          upload ??= await beginUpload(s3, at(key)).catch((error: unknown) => failed(error, key));
          await upload.add(part).catch((error: unknown) => failed(error, key));
        }
        await upload?.complete().catch((error: unknown) => failed(error, key));
      } catch (error) {
        // The next sweep aborts it if this fails.
        await upload?.abort().catch(() => {});
        throw error;
      }
    },
    read,
    sizeOf,
    async readBack(key) {
      const size = await sizeOf(key);
      return size === undefined ? undefined : { size };
    },
    async remove(key) {
      refuseInTransaction("A file is removed");
      const s3 = await client();
      await s3.deleteObject(at(key), shortTimeout()).catch(unless(404, key));
    },
    async anyKey() {
      refuseInTransaction("Files are looked for");
      const s3 = await client();
      const page = await s3
        .listObjectsV2({ Bucket, Prefix: prefix, MaxKeys: 100 }, shortTimeout())
        .catch((error: unknown) => failed(error, prefix));
      return page.Contents?.map(({ Key = "" }) => Key.slice(prefix.length)).find(isKey);
    },
    async *storedBefore(moment) {
      refuseInTransaction("Files are looked for");
      const s3 = await client();
      await abortUploads(s3, { Bucket, Prefix: prefix }, moment);
      let ContinuationToken: string | undefined;
      do {
        const page = await s3
          .listObjectsV2({ Bucket, Prefix: prefix, ContinuationToken }, shortTimeout())
          .catch((error: unknown) => failed(error, prefix));
        for (const { Key = "", LastModified = moment } of page.Contents ?? []) {
          const key = Key.slice(prefix.length);
          if (LastModified < moment && isKey(key)) yield key;
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

/** Handles a call's status for a missing file. */
const unless = (status: number, key: string) => (error: unknown) =>
  statusOf(error) === status ? undefined : failed(error, key);

/** Cuts content into parts of one size; the last may be smaller, and is empty only if the whole content is. */
async function* partsOf(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  let isBegun = false;
  for await (const given of content instanceof Uint8Array ? [content] : content) {
    let rest = given;
    while (size + rest.length >= partSize) {
      const fits = partSize - size;
      yield Buffer.concat([...held, rest.subarray(0, fits)]);
      rest = rest.subarray(fits);
      [held, size, isBegun] = [[], 0, true];
    }
    held.push(rest);
    size += rest.length;
  }
  if (size > 0 || !isBegun) yield Buffer.concat(held);
}

interface Upload {
  add(part: Buffer): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
}

/** A file is invisible until its upload is complete. */
async function beginUpload(s3: S3, at: { Bucket: string; Key: string }): Promise<Upload> {
  const { UploadId } = await s3.createMultipartUpload(at, shortTimeout());
  const Parts: { PartNumber: number; ETag?: string }[] = [];
  return {
    async add(Body) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await s3.uploadPart(
        { ...at, UploadId, PartNumber, ...withSum(Body) },
        timeFor(Body.length),
      );
      Parts.push({ PartNumber, ETag });
    },
    async complete() {
      const completed = { ...at, UploadId, MultipartUpload: { Parts }, IfNoneMatch: "*" };
      const { requestTimeout, abortSignal } = completing;
      await s3.completeMultipartUpload(completed, { requestTimeout, abortSignal: abortSignal() });
    },
    async abort() {
      await s3.abortMultipartUpload({ ...at, UploadId }, shortTimeout());
    },
  };
}

/** Aborts uploads begun before a given time, left by ended processes. */
async function abortUploads(s3: S3, where: { Bucket: string; Prefix: string }, moment: Date): Promise<void> {
  let markers: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (let isMore = true; isMore; ) {
    // A server that cannot list them aborts them by its own rule.
    const page = await s3
      .listMultipartUploads({ ...where, ...markers }, shortTimeout())
      .catch(unless(501, where.Prefix));
    for (const { Key, UploadId, Initiated = moment } of page?.Uploads ?? [])
      if (Initiated < moment)
        await s3
          .abortMultipartUpload({ Bucket: where.Bucket, Key, UploadId }, shortTimeout())
          .catch(unless(404, where.Prefix));
    markers = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    isMore = page?.IsTruncated ?? false;
  }
}

/** Aborts a download that stalls, regardless of pauses of its receiver. */
function watched(body: Readable): Readable {
  const content = Readable.from(partsAsTheyCome(body), { objectMode: false });
  content.once("close", () => body.destroy());
  return content;
}

async function* partsAsTheyCome(body: Readable): AsyncGenerator<Uint8Array> {
  const parts: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error("The download has stalled.")), stalled);
    const part = await parts
      .next()
      .catch((error: unknown) => {
        throw storeUnavailable(error);
      })
      .finally(() => clearTimeout(timer));
    if (part.done) return;
    yield part.value;
  }
}
