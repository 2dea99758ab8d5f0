import { join } from "node:path";
import type { Config } from "../config";
import { diskStore } from "./disk";
import type { FileStore } from "./store";

export function makeFileStore({ dataDirectory }: Pick<Config, "dataDirectory">): FileStore {
  return diskStore(join(dataDirectory, "files"));
}
