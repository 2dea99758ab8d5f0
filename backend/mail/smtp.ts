import { createTransport } from "nodemailer";
import { refuseInTransaction } from "../database/open-transaction";
import { MailError, type Mailer } from "./mail";
import { messageOf } from "./message";

/** Milliseconds in which a server has to take a mail, shorter than the web process waits for an answer. */
const patience = 18_000;

/** Sends each mail over a connection of its own to the server that `url` names: `smtp://user:password@host:587`, or `smtps:`. */
export function smtpMailer(url: string, from: string): Mailer {
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
      await inTime(transport.sendMail(messageOf(mail, from)));
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  /** The server's answer, RFC 5321 section 4.2. */
  responseCode?: number;
}

async function inTime(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The mail server did not answer in time.")), patience);
  });
  try {
    await Promise.race([sending, late]);
  } catch (error) {
    const { message, code, responseCode = 0 } = error as SmtpError;
    // Only what is said of the recipient is for good; a server that is full or wants a password may be mended.
    const isRefused = code === "EENVELOPE" && responseCode >= 500;
    throw new MailError(message, isRefused, { cause: error });
  } finally {
    clearTimeout(timer);
    // Should it fail after all, that has been told already.
    sending.catch(() => undefined);
  }
}
