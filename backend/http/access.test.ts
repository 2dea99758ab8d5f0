import { beforeAll, expect, test } from "vitest";
import { allEndpoints } from "../../lib/contract";
import { takesBody } from "../../lib/contract/endpoint";
import { allRoutes } from "../all-routes";
import { describeApi } from "../testing/api";
import { personWith } from "../testing/factories";

const someId = "11111111-2222-4333-8444-555555555555";

/** Statuses for public calls without their subject: a link that does not exist, or missing input. */
const ofStrangers: Readonly<Record<string, number>> = {
  "GET /invitations/:token": 404,
  "POST /invitations/:token": 400,
  "POST /invitations/:token/account": 400,
  "GET /downloads/:shareKey": 404,
  "GET /downloads/:shareKey/file": 404,
  "GET /downloads/:shareKey/preview": 404,
  "POST /downloads/:shareKey/tickets": 400,
  "POST /password-resets": 400,
  "GET /password-resets/:token": 404,
  "POST /password-resets/:token": 400,
  "GET /password-resets/sign-in/:token": 404,
  "POST /password-resets/sign-in/:token": 404,
  "POST /auth/passkey-options": 200,
  "POST /auth/passkey": 400,
  "PUT /auth/set-up/totp": 400,
  "PUT /auth/set-up/passkeys": 400,
  "GET /organisation-settings/appearance": 200,
  "GET /organisation-settings/logo/:logoId": 404,
};

/** The endpoint's path in the host tenant, which offers every permission, with all parameters filled in. */
function address(path: string, id = someId): string {
  return `/main${path.replace(/:(\w+)/g, (_, name: string) => (name.endsWith("Id") ? id : "en"))}`;
}

test("[BE-01] every endpoint of the contract is implemented, once", () => {
  const implemented = allRoutes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(implemented.toSorted()).toEqual(
    allEndpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

describeApi(
  "access",
  (api) => {
    let stranger: string;
    beforeAll(async () => {
      stranger = (await personWith(api, [])).as;
    });

    test.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
      "[PM-02] %s refuses whoever is not signed in or lacks the permission",
      async (_, { method, path, access }) => {
        const url = address(path);
        const signedOut = await api.request(url, { method });
        expect(signedOut.status).toBe(ofStrangers[`${method} ${path}`] ?? 401);
        if (signedOut.status >= 400) expect(signedOut.body.requestId).toBe(signedOut.headers["x-request-id"]);
        if (access === "public" || access === "signedIn") return;
        const lacking = await api.request(url, { method, as: stranger });
        expect(lacking.status).toBe(403);
        expect(lacking.body).toMatchObject({ code: "forbidden", title: "Unauthorized access." });
      },
    );

    test.each(
      allEndpoints
        .filter(({ path }) => /:\w+Id/.test(path))
        .map((endpoint) => [endpoint.method, endpoint.path, takesBody(endpoint) ? {} : undefined] as const),
    )("[RT-04] %s %s answers a malformed id like a missing record", async (method, path, body) => {
      for (const id of ["1", "%00", "a%2Fb", "x".repeat(90), "%F0%9F%92%A9"]) {
        const response = await api.request(address(path, id), {
          method,
          as: api.administrator,
          body,
        });
        expect(response.status).toBe(404);
        expect(response.body.code).toBe("notFound");
      }
    });

    test("[BE-01] the OpenAPI document has every endpoint, with its parameters and responses", async () => {
      const { body } = await api.request("/openapi.json");
      expect(body.openapi).toBe("3.1.0");
      for (const { method, path, query, upload } of allEndpoints) {
        const operation = body.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
        expect(operation, `${method} ${path}`).toBeDefined();
        const names = (operation.parameters ?? []).map(({ name }: { name: string }) => name);
        expect(names).toEqual(expect.arrayContaining([...path.matchAll(/:(\w+)/g)].map(([, name]) => name)));
        const kinds = Object.keys(operation.requestBody?.content ?? {});
        expect([path, kinds.includes("multipart/form-data")]).toEqual([path, upload !== undefined]);
        if (query) expect(operation.parameters.some((one: { in: string }) => one.in === "query")).toBe(true);
      }
    });
  },
  { multiTenancy: true },
);
