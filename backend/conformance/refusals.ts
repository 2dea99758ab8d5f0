import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Endpoint } from "../../lib/contract/endpoint";
import { languages } from "../../lib/preferences/preferences";
import type { Caller } from "./caller";
import { expectError, expectThat, type Findings } from "./findings";
import { sampleOf } from "./sample";

/** Placeholder values for the parameters of a path: ids that no record has. */
const unknownParams = ({ path }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, /Id$/.test(name) ? randomUUID() : "unknown"]),
  );

/**
 * Checks the refusals of a call against the contract: without credentials or permission, for unknown records, for bad input.
 * None of these requests changes anything on a server that keeps the contract.
 */
export async function checkRefusals(
  caller: Caller,
  endpoint: Endpoint,
  mayCall: boolean,
  findings: Findings,
): Promise<void> {
  const params = unknownParams(endpoint);
  const query = requiredQuery(endpoint);
  if (endpoint.access !== "public")
    await findings.check(endpoint, "without credentials", async () => {
      expectError(await caller.call(endpoint, { params, query, isAnonymous: true }), 401);
    });
  if (!mayCall) {
    await findings.check(endpoint, "without permission", async () => {
      expectError(await caller.call(endpoint, { params, query }), 403);
    });
    return;
  }
  // Of a record that must exist; a share's or an invitation's key is none.
  if (/:\w+Id\b/.test(endpoint.path) && isGivenWhole(endpoint)) {
    await findings.check(endpoint, "unknown record", async () => {
      const body = endpoint.body && sampleOf(endpoint.body, () => undefined);
      expectError(await caller.call(endpoint, { params, query, body }), 404);
    });
  }
  const bad = badBody(endpoint);
  if (bad !== undefined)
    await findings.check(endpoint, "bad body", async () => {
      const errors = expectError(await caller.call(endpoint, { params, query, body: bad }), 400);
      expectThat(errors.length > 0, "the 400 names no property in `errors`");
    });
}

/** The parameters that a call requires; undefined if none can be made. */
function requiredQuery({ query }: Endpoint): Record<string, unknown> | undefined {
  if (!query || query.safeParse({}).success) return {};
  try {
    return sampleOf(query, (name) => (/Ids?$/.test(name) ? [randomUUID()] : undefined)) as never;
  } catch {
    return undefined;
  }
}

/** Whether valid input for unknown records can be made: without it, the input is refused first. */
function isGivenWhole(endpoint: Endpoint): boolean {
  if (endpoint.upload) return false;
  if (requiredQuery(endpoint) === undefined) return false;
  try {
    if (endpoint.body) sampleOf(endpoint.body, () => undefined);
    return true;
  } catch {
    return false;
  }
}

/** A body that the schema refuses; undefined if there is none of these. */
function badBody({ body, upload }: Endpoint): unknown {
  if (!body || upload) return undefined;
  return [{}, [], 0].find((given) => !body.safeParse(given).success);
}

/** Checks the languages of errors against the contract, by one call. */
export async function checkLanguages(caller: Caller, endpoint: Endpoint, findings: Findings): Promise<void> {
  await findings.check(endpoint, "languages of errors", async () => {
    const titles = new Map<string, string>();
    for (const language of languages) {
      const { body } = await caller.call(endpoint, { params: unknownParams(endpoint), language });
      titles.set(z.object({ title: z.string() }).parse(body).title, language);
    }
    expectThat(
      titles.size === languages.length,
      `the titles of a 404 in ${languages.join(", ")} are not all different`,
    );
  });
}
