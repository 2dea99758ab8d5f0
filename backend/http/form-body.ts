import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EndpointDeclaration } from "../../lib/contract/endpoint";
import { bytesPerMegabyte } from "../../lib/validation/files";
import { RequestError } from "../core/errors";

const maxFields = 100;

/** Leaves bodies of forms with a file to {@link readForm} and {@link formParts}, for the calls that declare one. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
}

/**
 * Reads the fields of a form, and its file as `{ name, type, size, bytes }`, small enough for memory. Reads a file that
 * is too large only until that is certain. Runs before a database connection is taken, because senders may be slow.
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
 * Reads the fields of a form, with the result of `take` for its file.
 * @throws {RequestError} 415 when no file is expected; 400 when the form is truncated, empty or has a field that is no
 * text; 413 for too many parts, and for fields that together exceed the limit of JSON
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
    files: upload.files ?? 1,
    fields: maxFields,
    fieldSize: bytesPerMegabyte,
    parts: maxFields + (upload.files ?? 1),
  };
  let characters = 0;
  let refusal: { error: unknown } | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        // A JSON part arrives parsed, so that its size is unknown.
        if (typeof part.value !== "string") throw new RequestError("badRequest", { status: 400 });
        characters += part.value.length;
        if (characters > bytesPerMegabyte) throw new RequestError("tooLarge", { status: 413 });
        body.set(part.fieldname, part.value);
      } else {
        const file = await take(part, upload.megabytes).catch((error: unknown) => {
          refusal = { error };
          throw error;
        });
        // Browsers send an empty file when none was chosen.
        if (part.filename || file.size > 0) body.set(part.fieldname, file);
      }
    }
  } catch (error) {
    // An error from handling the file takes precedence over the form's.
    throw refusal ? refusal.error : brokenForm(error);
  }
  if (body.size === 0) throw new RequestError("badRequest", { status: 400 });
  return Object.fromEntries(body);
}

/** The error for a form that is truncated or has too many parts. */
export function brokenForm(error: unknown): RequestError {
  const { statusCode = 400 } = error as { statusCode?: number };
  if (error instanceof RequestError) return error;
  return statusCode === 413
    ? new RequestError("tooLarge", { status: 413 })
    : new RequestError("badRequest", { status: 400, cause: error });
}
