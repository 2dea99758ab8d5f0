import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestSignIn, signInTimeout } from "./request-sign-in";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const attempt = { prefix: "", language: "en", userName: "ada", password: "Correct-horse-7" };

/** Like a hanging request: rejects only when aborted. */
const silence = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

function serverThat(answers: (signal: AbortSignal) => Promise<Response>) {
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => answers(signal));
}

test("[AU-06] a sign-in without a response fails after ten seconds, with a message", async () => {
  serverThat(silence);
  const settled = vi.fn();
  const outcome = requestSignIn({ ...attempt, signal: new AbortController().signal }).finally(settled);
  await vi.advanceTimersByTimeAsync(signInTimeout - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual({ kind: "noAnswer" });
});

test("[AU-06] a sign-in with an endless refusal fails the same way", async () => {
  serverThat(async (signal) =>
    Object.assign(new Response(null, { status: 500 }), { text: () => silence(signal) }),
  );
  const outcome = requestSignIn({ ...attempt, signal: new AbortController().signal });
  await vi.advanceTimersByTimeAsync(signInTimeout);
  expect(await outcome).toEqual({ kind: "noAnswer" });
});

test("[AU-02] a cancelled sign-in is no server failure, even before sending", async () => {
  serverThat((signal) => (signal.aborted ? Promise.reject(signal.reason) : silence(signal)));
  const controller = new AbortController();
  const under = expect(requestSignIn({ ...attempt, signal: controller.signal })).rejects.toThrow();
  controller.abort();
  await under;
  await expect(requestSignIn({ ...attempt, signal: controller.signal })).rejects.toThrow();
});

test.each([
  [new Response(null, { status: 204 }), { kind: "signedIn" }],
  [new Response("{}", { status: 401 }), { kind: "wrongCredentials" }],
  [
    Response.json(
      { code: "secondFactorNeeded" },
      { status: 401, headers: { "x-second-factor": "passkey, recovery" } },
    ),
    { kind: "secondFactorNeeded", factors: ["passkey", "recovery"] },
  ],
  [
    Response.json(
      { code: "secondFactorSetupNeeded" },
      { status: 401, headers: { "x-second-factor": "totp" } },
    ),
    { kind: "secondFactorSetupNeeded", factors: ["totp"] },
  ],
  [Response.json({ code: "wrongSecondFactor" }, { status: 401 }), { kind: "wrongSecondFactor" }],
  [Response.json({ code: "signInStepOver" }, { status: 401 }), { kind: "signInStepOver" }],
  [Response.json({ code: "wrongPasskey" }, { status: 401 }), { kind: "wrongPasskey" }],
  [
    new Response("", { status: 429, headers: { "retry-after": "61" } }),
    { kind: "tooManyAttempts", minutes: 2 },
  ],
  [new Response("<p>", { status: 502 }), { kind: "unavailable" }],
  [new Response("<p>", { status: 500 }), { kind: "failed", message: undefined }],
  [Response.json({ code: "x", message: "No" }, { status: 400 }), { kind: "failed", message: "No" }],
])("[AU-02] %o is %o", async (response, outcome) => {
  serverThat(async () => response);
  expect(await requestSignIn({ ...attempt, signal: new AbortController().signal })).toEqual(outcome);
  expect(vi.getTimerCount()).toBe(0);
});
