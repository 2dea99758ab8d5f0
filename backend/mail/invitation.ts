import { composeMail, type Envelope, shortName } from "./compose";
import type { Mail } from "./mail";

interface InvitationMail extends Envelope {
  inviter: string;
  link: string;
  expiresOn: Date;
}

/** The invitation e-mail, in the inviter's language (US-02). */
export function invitationMail({ inviter, link, expiresOn, ...envelope }: InvitationMail): Mail {
  return composeMail(envelope, "invitation", {
    values: { inviter: shortName(inviter) },
    at: expiresOn,
    dateStyle: "long",
    link,
    paragraphs: ["invited", "next"],
    notes: ["lifetime", "unexpected"],
  });
}
