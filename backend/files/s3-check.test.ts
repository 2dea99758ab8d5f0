import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { metricsText } from "@/lib/server/telemetry/runtime";
import { readConfig } from "../config/config";
import { S3Server, s3Credentials } from "../testing/s3-server";
import { checkFileStore } from "./make-file-store";

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});
beforeEach(() => {
  vi.unstubAllEnvs();
  // Disables the lookup of a role of this machine.
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
});

const checkOf = (settings: Partial<S3Server["settings"]> = {}) =>
  checkFileStore({ s3: { ...server.settings, ...settings } });
const refused = async (line: RegExp, settings?: Partial<S3Server["settings"]>) => {
  await expect(checkOf(settings)).rejects.toThrow(expect.objectContaining({ name: "StartError" }));
  await expect(checkOf(settings)).rejects.toThrow(line);
};

test("[CF-03] a usable bucket lets the product start", async () => {
  await expect(checkOf()).resolves.toBeUndefined();
  await expect(checkFileStore({})).resolves.toBeUndefined();
  const { text } = await metricsText();
  expect(text).toContain(
    'http_client_request_duration_seconds_count{http_request_method="GET",peer_service="file-store"',
  );
});

test("[CF-03] a bucket that cannot be used stops the start with one line that names the variable", async () => {
  await refused(/^FILES_URL names the bucket others, which http:\S+ does not have\. .*\.$/, {
    bucket: "others",
  });
  await refused(/^FILES_URL names the bucket hub-files, and http:\S+ cannot be reached .*ECONNREFUSED.*\.$/, {
    endpoint: "http://127.0.0.1:1",
  });
  await server.fail({ method: "GET", way: "503 SlowDown" });
  await refused(/^FILES_URL .* does not serve it \(503 SlowDown\)\. .*\.$/);
  await server.fail();
});

test("[CF-03] credentials that are missing or wrong stop the start with one line that names them", async () => {
  // The tests' server does not check signatures.
  await server.fail({ method: "GET", way: "403 SignatureDoesNotMatch" });
  await refused(/^AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, .*\.$/);
  await server.fail({ method: "GET", way: "403 AccessDenied" });
  await refused(/^FILES_URL .* does not let AWS_ACCESS_KEY_ID list \(AccessDenied\)\. .*\.$/);
  await server.fail({ method: "GET", way: "301 PermanentRedirect" });
  await refused(/^FILES_URL names the region us-east-1, in which the bucket hub-files is not\. .*\.$/);
  await server.fail();
  vi.stubEnv("AWS_ACCESS_KEY_ID", "nobody");
  await refused(/^AWS_ACCESS_KEY_ID is not known to http.*\.$/);
  for (const name of Object.keys(s3Credentials)) vi.stubEnv(name, undefined);
  await refused(/^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set where FILES_URL is, .*\.$/);
});

test("[CF-03] FILES_URL names a bucket, and half of the credentials is not enough", () => {
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig({ FILES_URL: "s3://hub-files/a/b/?region=eu-central-1" }).s3).toEqual({
    bucket: "hub-files",
    prefix: "a/b/",
    region: "eu-central-1",
    endpoint: undefined,
  });
  const endpoint = "https://s3.example.com:9000/storage";
  const url = `s3://hub-files?endpoint=${encodeURIComponent(endpoint)}`;
  expect(readConfig({ FILES_URL: url }).s3).toMatchObject({ prefix: "", region: "us-east-1", endpoint });
  expect(() => readConfig({ FILES_URL: url, AWS_ACCESS_KEY_ID: "a" })).toThrow(
    /^AWS_SECRET_ACCESS_KEY must be set where FILES_URL and AWS_ACCESS_KEY_ID are\.$/,
  );
  expect(() => readConfig({ FILES_URL: url, AWS_SECRET_ACCESS_KEY: "a" })).toThrow(
    /^AWS_ACCESS_KEY_ID must be set where /,
  );
});

test.each([
  "hub-files",
  "https://hub-files?region=eu-central-1",
  "s3://hub-files",
  "s3://key:secret@hub-files?region=eu-central-1",
  "s3://hub-files:9000?region=eu-central-1",
  "s3://hub-files/a//b?region=eu-central-1",
  "s3://hub-files/a/../b c?region=eu-central-1",
  "s3://hub-files?region=Frankfurt am Main",
  "s3://hub-files?endpoint=s3.example.com",
  "s3://hub-files?endpoint=ftp://s3.example.com",
  "s3://hub-files?region=eu-central-1&acl=public-read",
])("[CF-03] FILES_URL=%s stops the start with one line about the valid value", (url) => {
  expect(() => readConfig({ FILES_URL: url })).toThrow(/^FILES_URL must look like s3:[^\n]+\.$/);
});
