import type { Config } from "../config/config";
import { forbidden } from "../core/errors";

/** @throws {RequestError} 403 where an identity provider replaces passwords and second factors */
export function refuseWithoutPasswords({ config }: { config: Pick<Config, "authMode"> }): void {
  if (config.authMode !== "basic") throw forbidden("noPasswords");
}
