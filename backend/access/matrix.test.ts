import { beforeAll, expect, test } from "vitest";
import { allEndpoints, allPermissions, permissionTrees } from "../../lib/contract";
import type { Access, Endpoint } from "../../lib/contract/endpoint";
import { type PermissionName, permissionNames } from "../../lib/contract/permissions";
import { describeApi } from "../testing/api";
import { makeAdministratorOf, personWith, unique, unknownId } from "../testing/factories";
import { type Ask, listening } from "../testing/listening";

// Generated from the contract alone, so that a new area is covered automatically. Sends only the address, because
// permissions are checked before any input.

type Answered = "refused" | "let through";

/** The response that an endpoint's declaration promises to a user with exactly these permissions. */
function promised(access: Access, held: readonly string[]): Answered {
  if (access === "public" || access === "signedIn") return "let through";
  const isAllowed =
    "anyOf" in access
      ? access.anyOf.some((name) => held.includes(name))
      : access.every((name) => held.includes(name));
  return isAllowed ? "let through" : "refused";
}

function namesIn(access: Access): readonly string[] {
  if (access === "public" || access === "signedIn") return [];
  return "anyOf" in access ? access.anyOf : access;
}

/** The host tenant offers every permission. */
const addressOf = ({ path }: Endpoint, tenant = "main") =>
  `/${tenant}${path.replace(/:\w+Id\b/g, unknownId).replace(/:\w+/g, "en")}`;
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const guarded = allEndpoints.filter(({ access }) => access !== "public");
const permitted = guarded.filter(({ access }) => access !== "signedIn");

describeApi(
  "every endpoint and every permission, over HTTP",
  (api) => {
    let ask: Ask;
    beforeAll(async () => {
      ask = await listening(api);
    });
    const call = (endpoint: Endpoint, as?: string) =>
      ask(addressOf(endpoint), { method: endpoint.method, as });

    /** The responses to all calls that need permissions, by a user with exactly these. */
    async function answered(
      held: readonly PermissionName[],
      endpoints: readonly Endpoint[],
    ): Promise<Record<string, Answered | number>> {
      const { as } = await personWith(api, held);
      let exported: Promise<unknown> = Promise.resolve();
      const entries = endpoints.map(async (endpoint) => {
        // Exports run one after another, since only a few may run concurrently.
        const asked = endpoint.exported ? exported.then(() => call(endpoint, as)) : call(endpoint, as);
        if (endpoint.exported) exported = asked;
        const { status, code } = await asked;
        if (status === 401 || status >= 500) return [nameOf(endpoint), status] as const;
        return [
          nameOf(endpoint),
          status === 403 && code === "forbidden" ? "refused" : "let through",
        ] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    }

    const declared = (held: readonly PermissionName[], endpoints: readonly Endpoint[]) =>
      Object.fromEntries(endpoints.map((endpoint) => [nameOf(endpoint), promised(endpoint.access, held)]));
    // Users with all other permissions are refused, which shows that nothing else opens a call, so each permission is
    // tried only where it is declared; every permission on every call, which grows with the square of the areas,
    // belongs in the long run.
    const tried = (name: PermissionName) =>
      process.env.HUB_LONG && api.kind === "postgres"
        ? permitted
        : permitted.filter(({ access }) => namesIn(access).includes(name));

    test("[PM-02] without valid credentials every call is a bare 401", async () => {
      for (const endpoint of guarded)
        for (const as of [undefined, "Basic bm9ib2R5OngK", `Bearer hub_${"A".repeat(43)}`, "Bearer a.b.c"]) {
          const { status, code } = await call(endpoint, as);
          expect([nameOf(endpoint), as, status, code]).toEqual([nameOf(endpoint), as, 401, "unauthorized"]);
        }
    });

    test("[PM-02] without permissions every call that requires one is refused", async () => {
      expect(await answered([], permitted)).toEqual(declared([], permitted));
    });

    // Each single permission is tried below, with all that it opens.
    test.each(
      [...new Set(permitted.map(({ access }) => namesIn(access).join(" ")))].filter((names) =>
        names.includes(" "),
      ),
    )("[PM-02] %s suffices for the calls that require it", async (asked) => {
      const those = permitted.filter(({ access }) => namesIn(access).join(" ") === asked);
      expect(await answered(asked.split(" ") as PermissionName[], those)).toEqual(
        Object.fromEntries(those.map((endpoint) => [nameOf(endpoint), "let through"])),
      );
    });

    test.each(allPermissions)("[PM-02] %s alone opens only the calls for which it suffices", async (name) => {
      expect(await answered([name], tried(name))).toEqual(declared([name], tried(name)));
    });

    test.each(allPermissions)(
      "[PM-02] all permissions except %s open the calls that do not require it",
      async (name) => {
        const held = allPermissions.filter((other) => other !== name);
        expect(await answered(held, tried(name))).toEqual(declared(held, tried(name)));
      },
    );

    test("[PM-02] without permissions the calls for every user work", async () => {
      const { userName } = await personWith(api, []);
      for (const endpoint of guarded.filter(({ access }) => access === "signedIn")) {
        const { status, code } = await call(endpoint, await api.signedIn(userName));
        expect([nameOf(endpoint), status === 401, code === "forbidden"]).toEqual([
          nameOf(endpoint),
          false,
          false,
        ]);
      }
    });

    test("[OR-03] the host's calls are refused in other tenants, even to administrators", async () => {
      const hosts = permissionTrees.filter(({ onlyInHost }) => onlyInHost).flatMap(permissionNames);
      expect(hosts.length).toBeGreaterThan(0);
      const tenant = unique("t");
      const callers = [
        await makeAdministratorOf(api, tenant),
        await personWith(api, allPermissions, { tenant }),
      ];
      for (const endpoint of permitted)
        for (const { as } of callers) {
          const { code } = await ask(addressOf(endpoint, tenant), { method: endpoint.method, as });
          const elsewhere = allPermissions.filter((name) => !hosts.includes(name));
          const isRefused = promised(endpoint.access, elsewhere) === "refused";
          expect([nameOf(endpoint), code === "forbidden"]).toEqual([nameOf(endpoint), isRefused]);
        }
    });
  },
  { multiTenancy: true },
);
