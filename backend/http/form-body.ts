import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EndpointDeclaration } from "../../lib/contract/endpoint";
import { RequestError } from "./errors";

const bytesPerMegabyte = 1024 * 1024;
const mostFields = 100;

/** Bodies of forms with a file are read by {@link readForm}, for the calls that declare one. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
}

/**
 * The fields of a form, and its files as `{ name, type, size, bytes }`, small enough to be held in memory. Of a file that is too
 * large as much is read as shows that it is. Read before a database connection is taken: senders may be slow.
 * @throws {RequestError} 415 where no file is expected, 400 when the form breaks off, 413 for too many parts
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
    fields: mostFields,
    fieldSize: bytesPerMegabyte,
    parts: mostFields + 1,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") body.set(part.fieldname, part.value);
      else {
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
    if (statusCode === 413) throw new RequestError("tooLarge", { status: 413 });
    throw new RequestError("badRequest", { status: 400, cause: error });
  }
  return Object.fromEntries(body);
}
