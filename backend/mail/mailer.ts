import type { Config } from "../config";
import type { Mailer } from "./mail";
import { outboxMailer } from "./outbox";
import { smtpMailer } from "./smtp";

/** By SMTP where a server is named, else into a folder of files. */
export function makeMailer(config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDirectory">): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(config);
}
