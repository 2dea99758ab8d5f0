import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { parseMail, type ReadMail } from "./mail";

/** A local mail server that stores received mails. */
export interface TestSmtp {
  /** For SMTP_URL. */
  url: string;
  mails: ReadMail[];
  /** Response to the next mails: accept, reject the recipient, or defer. */
  behaviour: "takes" | "refusesRecipient" | "putsOff";
  stop(): Promise<void>;
}

export async function startSmtp(): Promise<TestSmtp> {
  const mails: ReadMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_, __, answer) => {
      if (smtp.behaviour === "refusesRecipient")
        answer(Object.assign(new Error("5.1.1 No such mailbox"), { responseCode: 550 }));
      else if (smtp.behaviour === "putsOff")
        answer(Object.assign(new Error("4.3.2 Try again later"), { responseCode: 451 }));
      else answer();
    },
    onData: (stream, _, answer) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        mails.push(parseMail(Buffer.concat(parts).toString("utf8")));
        answer();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    behaviour: "takes",
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
}
