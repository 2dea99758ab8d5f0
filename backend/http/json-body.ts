import type { FastifyInstance } from "fastify";
import { RequestError } from "./errors";

/** Bodies are JSON and nothing else; an empty one counts as none, whatever its type says, but a JSON null does not. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null, undefined);
    else if (text === "null") done(new RequestError("badRequest", { status: 400 }));
    else parse(request, text as string, done);
  });
}
