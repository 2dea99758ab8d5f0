import type { FastifyInstance } from "fastify";

/** Bodies are JSON and nothing else; an empty one counts as none, whatever its type says. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null, undefined);
    else parse(request, text as string, done);
  });
}
