import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "@/lib/contract";
import { product as built } from "../../scripts/lib/root.mjs";
import { ApiClient } from "../support/api-client";
import { minimalUser, startMinimalServer } from "../support/minimal-server";
import { longLived, type RunningProduct, startProduct } from "../support/product";

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct({ settings: longLived });
});
afterAll(() => product.stop());

/** Runs the command; resolves with its exit code and output. */
function conformance(...parameters: string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(built, "conformance.mjs"), ...parameters],
      (error, output, complaints) => {
        const lines = (output + complaints).trim().split("\n");
        resolve({ code: error ? Number(error.code) : 0, lines });
      },
    );
  });
}

test("[BE-03] this API conforms to the contract, and keeps no record of the check", async () => {
  const { adminUser, adminPassword, apiOrigin } = product;
  const api = await ApiClient.signIn(apiOrigin, adminUser, adminPassword);
  const { code, lines } = await conformance(
    "--api",
    apiOrigin,
    "--user",
    adminUser,
    "--password",
    adminPassword,
  );
  expect(lines.filter((line) => / failed /.test(line) && !/^\d/.test(line))).toEqual([]);
  expect(lines.at(-2)).toMatch(/^\d{3} calls: \d{3} passed, 0 failed, \d+ left out$/);
  expect([code, lines.at(-1)]).toEqual([0, "Nothing was left behind, except in the history."]);
  for (const { list } of [
    contract.users,
    contract.roles,
    contract.attributes,
    contract["attachment-status"],
  ]) {
    const query = { phrase: "Conformance", pageLimit: 0 };
    expect(await api.call(list, { query })).toMatchObject({ totalCount: 0 });
  }
});

test.each([
  ["keeps", {}, / passed$/],
  [
    "breaks",
    { "GET /users": { list: [{ userId: 1 }], totalCount: 1 } },
    / failed .*the response differs from the schema at 'list\.0\./,
  ],
])("[BE-03] of a minimal server that %s the contract, each call is reported", async (_, answers, users) => {
  const server = await startMinimalServer({ answers });
  const given = ["--api", server.url, "--user", minimalUser.userName, "--password", minimalUser.password];
  const { code, lines } = await conformance(...given);
  const of = (call: string) => lines.find((line) => line.startsWith(`${call} `));
  expect(of("GET /users")).toMatch(users);
  for (const call of ["GET /user", "GET /dictionaries/roles"]) expect(of(call)).toMatch(/ passed$/);
  expect(of("GET /roles")).toMatch(/ failed .*response: expected 200, got 404 \(notFound\)/);
  expect(of("GET /search")).toMatch(/ left out .*does not offer search/);
  expect(code).toBe(1);
  await server.stop();
});

test("[BE-03] wrong parameters are explained in words", async () => {
  for (const [parameters, explanation] of [
    [[], /^Usage: npm run conformance/],
    [["--api", "nonsense", "--token", "x"], /^Usage: npm run conformance/],
    [
      ["--api", product.apiOrigin, "--user", "nobody", "--password", "wrong"],
      /cannot be used: GET \/auth answers 401/,
    ],
    [
      ["--api", "http://localhost:1", "--user", "a", "--password", "b"],
      /^http:\/\/localhost:1 cannot be used: /,
    ],
    [["--api", product.apiOrigin, "--token", "x", "--area", "nonsense"], /has no area 'nonsense'/],
  ] as const) {
    const { code, lines } = await conformance(...parameters);
    expect([code, lines.join("\n")]).toEqual([1, expect.stringMatching(explanation)]);
  }
});
