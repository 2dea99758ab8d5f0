/** An e-mail to one person. Only the bodies may contain line breaks; characters invalid in a header are removed. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Unique per message, such as an invitation's id and number, so that duplicates show as one. */
  id: string;
  language: string;
  /** A WebP that the page shows as `cid:logo`; attached, so that opening the mail is not tracked. */
  logo?: Uint8Array;
}

/** Submits e-mails for delivery. */
export interface Mailer {
  /** Resolves once it is accepted. @throws {MailError} */
  send(mail: Mail): Promise<void>;
  /** Connects to the server and signs in, without sending; undefined without a server. @throws why it fails */
  check?(): Promise<void>;
}

/** The mail server did not accept an e-mail; `isRefused` if it never will, because of the address. */
export class MailError extends Error {
  override readonly name = "MailError";
  constructor(
    message: string,
    readonly isRefused: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
