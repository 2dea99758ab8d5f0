import swagger from "@fastify/swagger";
import type { FastifyInstance, FastifySchema, onRequestAsyncHookHandler } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Access, Endpoint } from "../../lib/contract/endpoint";
import { errorBody } from "../../lib/contract/errors";
import { respondsWithFile } from "../../lib/contract/file";

/** Serves the routes registered after it as the OpenAPI 3.1 document at /openapi.json, behind a guard (BE-01). */
export async function describeRoutes(
  app: FastifyInstance,
  guard: onRequestAsyncHookHandler,
  version: string,
  multiTenancy: boolean,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Hub", version },
      servers: multiTenancy
        ? [{ url: "/{tenant}", variables: { tenant: { default: "main" } } }]
        : [{ url: "/" }],
      components: {
        securitySchemes: {
          basic: { type: "http", scheme: "basic" },
          apiKey: {
            type: "http",
            scheme: "bearer",
            description: "An API key, or an identity provider's access token.",
          },
        },
      },
      security: [{ basic: [] }, { apiKey: [] }],
    },
    transform: jsonSchemaTransform,
  });
  const options = { onRequest: guard, schema: { hide: true } as FastifySchema };
  app.get("/openapi.json", options, () => app.swagger());
}

/** The OpenAPI description of an endpoint; the pipeline validates. */
export function schemaOf(endpoint: Endpoint): FastifySchema {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, name.endsWith("Id") ? z.uuid() : z.string()]));
  const described = {
    tags: [endpoint.area],
    operationId: `${endpoint.area}_${endpoint.name}`,
    summary: endpoint.summary,
    description: accessText(endpoint),
    ...(endpoint.access === "public" ? { security: [] } : {}),
    ...(endpoint.apiKey === false ? { security: [{ basic: [] }] } : {}),
    ...(names.length ? { params: z.object(params) } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    // A form with a file, JSON without.
    ...(endpoint.upload ? { consumes: ["multipart/form-data", "application/json"] } : {}),
    response: { ...responseOf(endpoint), default: errorBody },
  };
  return described as FastifySchema;
}

function responseOf(endpoint: Endpoint) {
  const { response } = endpoint;
  if (respondsWithFile(endpoint))
    return {
      200: {
        description: "The file, named by Content-Disposition.",
        content: { "application/octet-stream": { schema: z.file() } },
      },
    };
  return response.type === "null" ? { 204: z.null().describe("Done.") } : { 200: response };
}

function accessText({ access, writes, confirm }: Endpoint): string {
  return [
    grantText(access),
    writes && "Changes what is stored.",
    confirm &&
      `${confirm === true ? "Refuses" : "May refuse"} sessions whose last factor is too old: 403 \`confirmationNeeded\`, see PUT /user/confirmation.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function grantText(access: Access): string {
  if (access === "public") return "Open to everybody.";
  if (access === "signedIn") return "For everybody who is signed in.";
  return "anyOf" in access ? `Needs one of: ${access.anyOf.join(", ")}.` : `Needs ${access.join(", ")}.`;
}
