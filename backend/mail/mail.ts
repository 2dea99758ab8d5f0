/** An e-mail to one person. None of its texts may hold a line break but the bodies; what does not fit a header is taken out. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Unique to what is said, such as an invitation's id and its number: whoever gets it twice sees it once. */
  id: string;
  language: string;
  /** A WebP that the page shows as `cid:logo`; it comes with the mail, so that opening it tells nobody. */
  logo?: Uint8Array;
}

/** Hands e-mails over to whoever delivers them. */
export interface Mailer {
  /** Resolves once it is taken over. @throws {MailError} */
  send(mail: Mail): Promise<void>;
}

/** The mail server did not accept an e-mail; `isRefused` when it never will, because of the address. */
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
