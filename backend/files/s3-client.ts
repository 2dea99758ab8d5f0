import type { S3 } from "@aws-sdk/client-s3";
import type { S3Settings } from "./s3-url";
import { alreadyThere } from "./store";
import { storeAway, storeFull } from "./store-failures";

/** Milliseconds: to connect, for one answer to begin, and for a call with all its tries. */
const connectionTimeout = 2_000;
const answerTimeout = 4_000;
const timeout = 9_000;
/** Bytes a millisecond that a store takes in at least. */
const slowest = 150;

/**
 * A client whose calls all end in time. What it takes with it is loaded here, so that a product with its files on disk
 * does without.
 */
export async function makeClient({ region, endpoint }: S3Settings): Promise<S3> {
  // The version that is pinned runs on every Node.js that this product does.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const { S3 } = await import("@aws-sdk/client-s3");
  return new S3({
    region,
    endpoint,
    // Few servers have a host name for each bucket.
    forcePathStyle: endpoint !== undefined,
    maxAttempts: 2,
    // Not all servers know these; Content-MD5, which is sent with each file, all of them do.
    requestChecksumCalculation: "WHEN_REQUIRED",
    // It would wrap the connection in a stream that does not end it.
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout,
      requestTimeout: answerTimeout,
      throwOnRequestTimeout: true,
      // A download may pause for as long as its receiver does.
      socketTimeout: 0,
      // Calls that hang, and downloads that pause, leave others their connections.
      httpAgent: { maxSockets: 500 },
      httpsAgent: { maxSockets: 500 },
    },
  });
}

/** Options of calls with short answers. */
export const shortTimeout = () => ({ abortSignal: AbortSignal.timeout(timeout) });

/** For calls that send so many bytes. */
export const timeFor = (bytes: number) => ({ requestTimeout: answerTimeout + Math.ceil(bytes / slowest) });

export const codeOf = (error: unknown) => (error as Error).name;
export const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** @throws what a failed call amounts to, for the caller of a store */
export function failed(error: unknown, key: string): never {
  if (statusOf(error) === 412) throw alreadyThere(key, error);
  // Amazon's has room for all; others call it by different names.
  if (statusOf(error) === 507 || /StorageFull|QuotaExceeded/.test(codeOf(error))) throw storeFull(error);
  throw storeAway(error);
}
