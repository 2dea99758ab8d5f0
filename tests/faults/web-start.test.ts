import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { startFakeApi } from "../bff/fake-api";
import { secret } from "../bff/web";
import { startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";

/** Requests a starting process repeatedly, from before it listens; returns its first responses. */
async function firstResponses(port: number, path: string, init: RequestInit, count: number) {
  const answers: (Response | string)[] = [];
  while (answers.length < count) {
    const answer = await fetch(`http://localhost:${port}${path}`, { ...init, redirect: "manual" }).catch(
      ({ cause }: Error) => (cause as NodeJS.ErrnoException).code ?? String(cause),
    );
    if (answer !== "ECONNREFUSED") answers.push(answer);
    await setTimeout(10);
  }
  return answers.map((answer) =>
    typeof answer === "string"
      ? answer
      : {
          status: answer.status,
          nosniff: answer.headers.get("x-content-type-options"),
          policy: answer.headers.has("content-security-policy"),
        },
  );
}

test("[BE-02] a starting web process does not listen before its guard and headers are ready", async () => {
  const api = await startFakeApi();
  const port = await freePort();
  const starting = startWeb({ PORT: String(port), API_URL: api.address, SESSION_SECRET: secret });
  const answer = (status: number) => ({ status, nosniff: "nosniff", policy: true });
  const asked: [path: string, init: RequestInit, status: number][] = [
    ["/api/user", {}, 403],
    ["/api/users/create", { method: "POST", body: "{}" }, 403],
    ["/api/users/create", { method: "POST", body: "{}", headers: { "x-csrf": "1" } }, 401],
    ["/login", {}, 200],
  ];
  for (const { answers, status } of await Promise.all(
    asked.map(async ([path, init, status]) => ({
      answers: await firstResponses(port, path, init, 5),
      status,
    })),
  ))
    expect(answers).toEqual(Array.from({ length: 5 }, () => answer(status)));
  await (await starting).stop();
  await api.stop();
});
