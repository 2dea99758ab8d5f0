import { generateKeyPair, jwtVerify, SignJWT } from "jose";
import { expect, test } from "vitest";
import { recordClock } from "./clock";
import { whyUntrusted } from "./why-untrusted";

const issuer = "https://id.example.com/realms/hub";
const { privateKey, publicKey } = await generateKeyPair("ES256");
const now = () => Math.floor(Date.now() / 1000);

async function why(claims: Record<string, unknown>): Promise<string> {
  const token = await new SignJWT({ iss: issuer, aud: "hub", iat: now(), exp: now() + 300, ...claims })
    .setProtectedHeader({ alg: "ES256" })
    .sign(privateKey);
  return jwtVerify(token, publicKey, { issuer, audience: "hub" }).then(
    () => "it holds",
    (error: unknown) => whyUntrusted(error, issuer),
  );
}

test("[AU-07] reports a token outside its validity period with the measured clock skew", async () => {
  expect(await why({ iat: now() - 1000, exp: now() - 700 })).toContain("does not tell the time");
  recordClock(issuer, new Date(Date.now() - 1_000_000).toUTCString());
  const late = await why({ iat: now() - 1000, exp: now() - 700 });
  expect(late).toMatch(/"exp".*clock is (?:999|1000|1001) s behind ours, .*issued (?:999|1000|1001) s ago/);
  recordClock(`${issuer}/token`, new Date(Date.now() + 500_000).toUTCString());
  expect(await why({ nbf: now() + 500 })).toMatch(/"nbf".*clock is (?:499|500|501) s ahead of ours/);
  recordClock(issuer, "no date at all");
  recordClock(issuer, undefined);
  expect(await why({ nbf: now() + 500 })).toContain("ahead of ours");
});

test("[AU-07] reports a differing claim with its value, on one line", async () => {
  expect(await why({ aud: ["one", "two"] })).toMatch(/"aud".*: it is \["one","two"\]$/);
  expect(await why({ iss: "https://sts.example.net/\nforged" })).toMatch(/"iss".*sts\.example\.net/);
  expect(await why({ iss: "https://sts.example.net/\nforged" })).not.toContain("\n");
  expect(await why({ aud: undefined })).toMatch(/missing/);
  expect(await why({})).toBe("it holds");
});
