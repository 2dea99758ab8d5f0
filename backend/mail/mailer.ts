import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { traceCall } from "@/lib/server/telemetry/calls";
import type { Config } from "../config/config";
import { refuseInTransaction } from "../core/open-transaction";
import { MailError, type Mailer } from "./mail";
import { messageOf } from "./message";

/** By SMTP if a server is configured, else into a folder of files. */
export function makeMailer(config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDirectory">): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(config);
}

/** Milliseconds for a server to accept a mail, shorter than the web process waits for a response. */
const timeout = 18_000;

/** Sends each mail over a separate connection to the server in `url`: `smtp://user:password@host:587`, or `smtps:`. */
function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    dnsTimeout: 8_000,
    socketTimeout: 12_000,
  });
  return {
    async send(mail) {
      refuseInTransaction("An e-mail is sent");
      await traceCall("mail-server", () => inTime(transport.sendMail(messageOf(mail, from))));
    },
    async check() {
      refuseInTransaction("A mail server is asked");
      await inTime(transport.verify());
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  /** The server's reply, RFC 5321 section 4.2. */
  responseCode?: number;
}

async function inTime(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The mail server did not answer in time.")), timeout);
  });
  try {
    await Promise.race([sending, late]);
  } catch (error) {
    const { message, code, responseCode = 0 } = error as SmtpError;
    // Only errors about the recipient are permanent; a server that is full or requires a password may recover.
    const isRefused = code === "EENVELOPE" && responseCode >= 500;
    throw new MailError(message, isRefused, { cause: error });
  } finally {
    clearTimeout(timer);
    // A later failure has already been reported as a timeout.
    sending.catch(() => undefined);
  }
}

/** Writes each mail to its own file, in the format of mail programs (.eml), atomically. */
function outboxMailer(config: Pick<Config, "dataDirectory" | "mailFrom">): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const folder = join(config.dataDirectory, "outbox");
  return {
    async send(mail) {
      refuseInTransaction("An e-mail is written");
      try {
        const { message } = await transport.sendMail(messageOf(mail, config.mailFrom));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}`;
        const unfinished = join(folder, `.${name}.tmp`);
        try {
          // A reader could use the link in it.
          await writeFile(unfinished, message as Buffer, { mode: 0o600 });
          await rename(unfinished, join(folder, `${name}.eml`));
        } finally {
          // A partial file, for lack of space.
          await rm(unfinished, { force: true });
        }
      } catch (error) {
        throw new MailError("The mail could not be written into the outbox.", false, { cause: error });
      }
    },
  };
}
