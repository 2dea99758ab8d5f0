import type { S3Settings } from "../config/s3-url";
import { refuseInTransaction } from "../core/open-transaction";
import { StartError } from "../core/start-error";
import { codeOf, makeClient, shortTimeout, statusOf } from "./s3-client";

/**
 * Lists the bucket, with the permission that the removal of forgotten files needs.
 * @throws {StartError} one line about the error in the settings or the store
 */
export async function checkBucket(settings: S3Settings): Promise<void> {
  refuseInTransaction("A bucket is looked into");
  const { bucket: Bucket, prefix: Prefix } = settings;
  const client = await makeClient(settings);
  try {
    await client.listObjectsV2({ Bucket, Prefix, MaxKeys: 1 }, shortTimeout());
  } catch (error) {
    throw new StartError(reasonOf(error, settings));
  } finally {
    client.destroy();
  }
}

function reasonOf(error: unknown, { bucket, region, endpoint }: S3Settings): string {
  const store = endpoint ?? `Amazon S3 in ${region}`;
  const code = codeOf(error);
  switch (code) {
    case "CredentialsProviderError":
      return "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set where FILES_URL is, unless this machine has a role.";
    case "InvalidAccessKeyId":
      return `AWS_ACCESS_KEY_ID is not known to ${store}. Correct this environment variable.`;
    case "SignatureDoesNotMatch":
      return `AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, says ${store}. Correct these environment variables.`;
    case "NoSuchBucket":
      return `FILES_URL names the bucket ${bucket}, which ${store} does not have. Create it or correct this environment variable.`;
    case "PermanentRedirect":
    case "AuthorizationHeaderMalformed":
      return `FILES_URL names the region ${region}, in which the bucket ${bucket} is not. Correct this environment variable.`;
  }
  const status = statusOf(error);
  if (status === 403)
    return `FILES_URL names the bucket ${bucket}, which ${store} does not let AWS_ACCESS_KEY_ID list (${code}). Allow it to list, read, write and delete there.`;
  const { message, code: reason = code } = error as Error & { code?: string };
  return `FILES_URL names the bucket ${bucket}, and ${store} cannot be reached or does not serve it (${status ? `${status} ${code}` : reason || message}). Correct this environment variable or see to the store.`;
}
