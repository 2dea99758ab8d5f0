import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Config } from "../config";
import { refuseInTransaction } from "../database/open-transaction";
import { MailError, type Mailer } from "./mail";
import { messageOf } from "./message";

/** Where mails lie that no server was named for. */
export function outboxDirectory({ dataDirectory }: Pick<Config, "dataDirectory">): string {
  return join(dataDirectory, "outbox");
}

/** Writes each mail into a file of its own, as a mail program opens it (.eml); there is no half of one. */
export function outboxMailer(config: Pick<Config, "dataDirectory" | "mailFrom">): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const folder = outboxDirectory(config);
  return {
    async send(mail) {
      refuseInTransaction("An e-mail is written");
      try {
        const { message } = await transport.sendMail(messageOf(mail, config.mailFrom));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}`;
        const unfinished = join(folder, `.${name}.tmp`);
        try {
          // Whoever reads it can use the link that is in it.
          await writeFile(unfinished, message as Buffer, { mode: 0o600 });
          await rename(unfinished, join(folder, `${name}.eml`));
        } finally {
          // What there was no room for.
          await rm(unfinished, { force: true });
        }
      } catch (error) {
        throw new MailError("The mail could not be written into the outbox.", false, { cause: error });
      }
    },
  };
}
