import { type Config, readConfig } from "../config/config";

/** The administrator that every test database has. */
export const administrator = { userName: "admin", password: "correct horse battery" };

/** The settings of tests, with optional changes. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    ...readConfig({ ADMIN_USER: administrator.userName, ADMIN_PASSWORD: administrator.password }),
    logLevel: "silent",
    encryptionSecret: "a-secret-of-tests-that-encrypts-others",
    ...changes,
  };
}
