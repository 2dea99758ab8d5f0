import { createHash, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { bytesPerMegabyte, type FileInfo } from "../../lib/validation/files";
import { invalid, RequestError } from "../core/errors";
import type { Route } from "../endpoint/route";
import { fileKey, type ReadBack } from "../files/store";
import { storeUnavailable } from "../files/store-failures";
import type { Services } from "./enter";
import { brokenForm, formParts } from "./form-body";
import { answer, requireAccess } from "./pipeline";

/** Size of the file's head that handlers get to detect its type. */
const headBytes = 64 * 1024;

/** A received file in the store. It is removed unless the handler calls {@link keep}. */
export class ReceivedFile implements FileInfo {
  size = 0;
  /** SHA-256 in hexadecimal digits. */
  checksum = "";
  /** A cheaper checksum, for comparison with the stored file. */
  crc32 = 0;
  isKept = false;
  private readonly hash = createHash("sha256");
  private readonly beginning: Uint8Array[] = [];

  constructor(
    readonly fileId: string,
    readonly key: string,
    readonly name: string,
    readonly type: string,
  ) {}

  /** Its first 64 kB, or less. */
  get head(): Uint8Array {
    return Buffer.concat(this.beginning);
  }

  keep(): void {
    this.isKept = true;
  }

  /** A repeated upload is equal to the first, regardless of its storage key. */
  toJSON(): object {
    const { name, size, checksum } = this;
    return { name, size, checksum };
  }

  /** @throws {RequestError} 400 on `field` once the file exceeds the limit */
  async *measured(content: AsyncIterable<Uint8Array>, field: string, megabytes: number) {
    let missing = headBytes;
    for await (const part of readable(content)) {
      this.size += part.length;
      if (this.size > megabytes * bytesPerMegabyte)
        throw invalid([{ propertyName: field, rule: "fileSize", values: { fileSize: megabytes } }]);
      if (missing > 0) this.beginning.push(part.subarray(0, missing));
      missing -= part.length;
      this.hash.update(part);
      this.crc32 = crc32(part, this.crc32);
      yield part;
    }
    this.checksum = this.hash.digest("hex");
  }
}

/** @throws {RequestError} 400 when the stream is aborted, which is the sender's error and not the store's */
async function* readable(content: AsyncIterable<Uint8Array>) {
  try {
    yield* content;
  } catch (error) {
    throw brokenForm(error);
  }
}

interface Receiving {
  /** The file being received. */
  content?: MultipartFile["file"];
  done: Promise<unknown>;
}

/** This process's uploads in progress. */
const receiving = new Set<Receiving>();

/**
 * Ends uploads in progress when the process stops: senders get a 503, and no partial files remain.
 * @returns once that is done
 */
export async function endUploads(): Promise<void> {
  const stopping = new RequestError("stopping", { status: 503, headers: { "retry-after": "5" } });
  for (const { content } of receiving) content?.destroy(stopping);
  await Promise.allSettled([...receiving].map(({ done }) => done));
}

/** Like {@link receiveUpload}, registered for {@link endUploads}. */
export async function answerUpload(
  route: Route,
  services: Services,
  request: FastifyRequest,
): Promise<string> {
  const upload: Receiving = { done: Promise.resolve() };
  const done = receiveUpload(route, services, request, upload);
  receiving.add(Object.assign(upload, { done }));
  try {
    return await done;
  } finally {
    receiving.delete(upload);
  }
}

/**
 * Runs a request whose form has a file of any size: refuses callers without permission before reading it, then streams
 * it to the store. The file is removed unless the handler keeps it.
 * @throws {RequestError} as the call does; 400 for a truncated form, 507 without space, 503 when the store is
 * unavailable
 */
async function receiveUpload(
  route: Route,
  services: Services,
  request: FastifyRequest,
  upload: Receiving,
): Promise<string> {
  const { tenantId } = await requireAccess(route, services, request);
  const received: ReceivedFile[] = [];
  let isHandled = false;
  const discard = async () => {
    // The sweep removes it later.
    for (const { key, isKept } of received)
      if (!isKept) await services.files.remove(key).catch(() => undefined);
  };
  try {
    const take = async (part: MultipartFile, megabytes: number) => {
      const fileId = randomUUID();
      const key = fileKey({ folder: route.endpoint.area, extension: "bin" }, { tenantId, fileId });
      const file = new ReceivedFile(fileId, key, part.filename ?? "", part.mimetype);
      received.push(file);
      upload.content = part.file;
      await services.files.write(key, file.measured(part.file, part.fieldname, megabytes));
      if (!isSame(file, await services.files.readBack(key)))
        throw storeUnavailable(new Error(`${key} is not what was sent`));
      return file;
    };
    request.body = await formParts(request, { upload: uploadOf(route, services) }, take);
    isHandled = true;
    return await answer(route, services, request);
  } catch (error) {
    // If the commit's outcome is unknown, the row may exist: the sweep checks again later.
    if (isHandled && (!(error instanceof RequestError) || error.status >= 500))
      for (const file of received) file.keep();
    throw error;
  } finally {
    await discard();
  }
}

/** Whether the stored file equals the received one. A CRC-32 finds accidents; a second SHA-256 halved the speed of an upload. */
const isSame = (file: ReceivedFile, stored: ReadBack | undefined) =>
  stored?.size === file.size && (stored.crc32 ?? file.crc32) === file.crc32;

/** Adds the size that the installation allows. */
function uploadOf({ endpoint: { upload } }: Route, { config }: Services) {
  return upload?.isAttachment ? { ...upload, megabytes: config.attachmentMegabytes } : upload;
}
