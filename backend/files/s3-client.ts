import type { S3 } from "@aws-sdk/client-s3";
import { measureCall } from "@/lib/server/telemetry/calls";
import type { S3Settings } from "../config/s3-url";
import { fileExistsError } from "./store";
import { storeFull, storeUnavailable } from "./store-failures";

/** Milliseconds: to connect, for a response to begin, and for a call with all its retries. */
const connectionTimeout = 2_000;
const answerTimeout = 4_000;
const timeout = 9_000;
/** Assumed minimum of bytes per millisecond that a store receives. */
const slowest = 150;

/**
 * A client that limits the time of each call. Loads its dependencies here, so that installations with files on disk do
 * not need them.
 */
export async function makeClient({ region, endpoint }: S3Settings): Promise<S3> {
  // The pinned version runs on every Node.js version that this product supports.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const { S3 } = await import("@aws-sdk/client-s3");
  const client = new S3({
    region,
    endpoint,
    // Few servers have a host name for each bucket.
    forcePathStyle: endpoint !== undefined,
    maxAttempts: 2,
    // Not all servers support these; all support Content-MD5, which is sent with each file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    // It would wrap the connection in a stream that does not close it.
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout,
      requestTimeout: answerTimeout,
      throwOnRequestTimeout: true,
      // A download may pause as long as its receiver does.
      socketTimeout: 0,
      // Leaves connections to others while calls hang or downloads pause.
      httpAgent: { maxSockets: 500 },
      httpsAgent: { maxSockets: 500 },
    },
  });
  measureAttempts(client);
  return client;
}

/** Measures each attempt of a call, next to the wire. */
function measureAttempts({ middlewareStack }: S3): void {
  middlewareStack.add(
    (next) => async (attempt) => {
      const { method } = attempt.request as { method: string };
      const { result } = await measureCall({ peer: "file-store", method }, async () => {
        const result = await next(attempt);
        return { status: (result.response as { statusCode: number }).statusCode, result };
      });
      return result;
    },
    { name: "measureAttempts", step: "deserialize", priority: "low" },
  );
}

/** Options of calls with short responses. */
export const shortTimeout = () => ({ abortSignal: AbortSignal.timeout(timeout) });

/** Timeout of calls that send that many bytes. */
export const timeFor = (bytes: number) => ({ requestTimeout: answerTimeout + Math.ceil(bytes / slowest) });

export const codeOf = (error: unknown) => (error as Error).name;
export const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** @throws the store's error for a failed call */
export function failed(error: unknown, key: string): never {
  if (statusOf(error) === 412) throw fileExistsError(key, error);
  // Amazon's never fills up; other servers use different names for it.
  if (statusOf(error) === 507 || /StorageFull|QuotaExceeded/.test(codeOf(error))) throw storeFull(error);
  throw storeUnavailable(error);
}
