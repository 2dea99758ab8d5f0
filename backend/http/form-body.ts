import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EndpointDeclaration } from "../../lib/contract/endpoint";
import { bytesPerMegabyte } from "../../lib/validation/files";
import { RequestError } from "./errors";

const maxFields = 100;

/** Bodies of forms with a file are read by {@link readForm} and {@link formParts}, for the calls that declare one. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
}

/**
 * The fields of a form, and its file as `{ name, type, size, bytes }`, small enough to be held in memory. Of a file that is too
 * large as much is read as shows that it is. Read before a database connection is taken: senders may be slow.
 * @throws {RequestError} as {@link formParts} does
 */
export function readForm(
  request: FastifyRequest,
  endpoint: Pick<EndpointDeclaration, "upload">,
): Promise<Record<string, unknown>> {
  return formParts(request, endpoint, async (part) => {
    const bytes = await part.toBuffer().catch((error: unknown) => {
      throw brokenForm(error);
    });
    return { name: part.filename ?? "", type: part.mimetype, size: bytes.length, bytes };
  });
}

/**
 * The fields of a form, and what `take` makes of its file.
 * @throws {RequestError} 415 where no file is expected, 400 when the form breaks off, is empty or has a field that is no text, 413 for too many parts, and for fields that
 *   are together larger than JSON may be
 */
export async function formParts(
  request: FastifyRequest,
  { upload }: Pick<EndpointDeclaration, "upload">,
  take: (part: MultipartFile, megabytes: number) => Promise<{ size: number }>,
): Promise<Record<string, unknown>> {
  if (!upload) throw new RequestError("unsupportedMediaType", { status: 415 });
  const body = new Map<string, unknown>();
  const limits = {
    fileSize: upload.megabytes * bytesPerMegabyte + 1,
    files: 1,
    fields: maxFields,
    fieldSize: bytesPerMegabyte,
    parts: maxFields + 1,
  };
  let characters = 0;
  let refusal: { error: unknown } | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        // A part of JSON comes as an object, whose size nobody knows any more.
        if (typeof part.value !== "string") throw new RequestError("badRequest", { status: 400 });
        characters += part.value.length;
        if (characters > bytesPerMegabyte) throw new RequestError("tooLarge", { status: 413 });
        body.set(part.fieldname, part.value);
      } else {
        const file = await take(part, upload.megabytes).catch((error: unknown) => {
          refusal = { error };
          throw error;
        });
        // What browsers send for a file that was not chosen.
        if (part.filename || file.size > 0) body.set(part.fieldname, file);
      }
    }
  } catch (error) {
    // What the file came to is no fault of the form's.
    throw refusal ? refusal.error : brokenForm(error);
  }
  if (body.size === 0) throw new RequestError("badRequest", { status: 400 });
  return Object.fromEntries(body);
}

/** What a form is answered that breaks off, or has more parts than are read. */
export function brokenForm(error: unknown): RequestError {
  const { statusCode = 400 } = error as { statusCode?: number };
  if (error instanceof RequestError) return error;
  return statusCode === 413
    ? new RequestError("tooLarge", { status: 413 })
    : new RequestError("badRequest", { status: 400, cause: error });
}
