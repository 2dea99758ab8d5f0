import { composeMail, type Envelope } from "./compose";
import type { Mail } from "./mail";

interface PasswordResetMail extends Envelope {
  userName: string;
  link: string;
  expiresOn: Date;
}

/** The e-mail with the link that sets a forgotten password, in the language of the request (AU-13). */
export function passwordResetMail({ userName, link, expiresOn, ...envelope }: PasswordResetMail): Mail {
  return composeMail(envelope, "passwordReset", {
    values: { userName },
    at: expiresOn,
    link,
    paragraphs: ["asked"],
    notes: ["lifetime", "unexpected"],
  });
}
