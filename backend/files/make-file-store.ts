import { join } from "node:path";
import type { Config } from "../config/config";
import { diskStore } from "./disk";
import { s3Store } from "./s3";
import { checkBucket } from "./s3-check";
import type { FileStore } from "./store";

type Settings = Pick<Config, "dataDirectory" | "s3">;

export function makeFileStore({ dataDirectory, s3 }: Settings): FileStore {
  return s3 ? s3Store(s3) : diskStore(join(dataDirectory, "files"));
}

/** @throws {StartError} when the configured store cannot be used */
export async function checkFileStore({ s3 }: Pick<Settings, "s3">): Promise<void> {
  if (s3) await checkBucket(s3);
}
