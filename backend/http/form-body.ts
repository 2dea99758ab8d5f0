import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EndpointDeclaration } from "../../lib/contract/endpoint";
import { RequestError } from "./errors";

const bytesPerMegabyte = 1024 * 1024;
const maxFields = 100;

/** Bodies of forms with a file are read by {@link readForm}, for the calls that declare one. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
}

/**
 * The fields of a form, and its files as `{ name, type, size, bytes }`, small enough to be held in memory. Of a file that is too
 * large as much is read as shows that it is. Read before a database connection is taken: senders may be slow.
 * @throws {RequestError} 415 where no file is expected, 400 when the form breaks off or is empty, 413 for too many parts, and for fields that
 *   are together larger than JSON may be
 */
export async function readForm(
  request: FastifyRequest,
  { upload }: Pick<EndpointDeclaration, "upload">,
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
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        characters += String(part.value).length;
        if (characters > bytesPerMegabyte) throw new RequestError("tooLarge", { status: 413 });
        body.set(part.fieldname, part.value);
      } else {
        const bytes = await part.toBuffer();
        // What browsers send for a file that was not chosen.
        if (part.filename || bytes.length > 0)
          body.set(part.fieldname, {
            name: part.filename ?? "",
            type: part.mimetype,
            size: bytes.length,
            bytes,
          });
      }
    }
  } catch (error) {
    const { statusCode = 400 } = error as { statusCode?: number };
    if (error instanceof RequestError) throw error;
    if (statusCode === 413) throw new RequestError("tooLarge", { status: 413 });
    throw new RequestError("badRequest", { status: 400, cause: error });
  }
  if (body.size === 0) throw new RequestError("badRequest", { status: 400 });
  return Object.fromEntries(body);
}
