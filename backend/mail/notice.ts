import { composeMail, type Envelope } from "./compose";
import type { Mail } from "./mail";

/** Events of an account that its owner gets an e-mail about; each may be the only sign of a stranger. */
export type AccountNotice =
  | "recoveryCodeUsed"
  | "secondFactorsReset"
  | "totpAdded"
  | "passkeyAdded"
  | "secondFactorRemoved"
  | "recoveryCodesRenewed"
  | "emailChanged"
  | "userNameChanged"
  | "passwordChanged"
  | "passwordWasReset"
  | "joined"
  | "newDevice";

interface NoticeMail extends Envelope {
  notice: AccountNotice;
  /** A `link` becomes the mail's button. */
  values: Record<string, string | number>;
}

/** Notifies the owner of an account of a change to it, or of a sign-in (AU-11, AU-14). */
export function noticeMail({ notice, values: { link, ...values }, ...envelope }: NoticeMail): Mail {
  const isLinked = typeof link === "string";
  return composeMail(envelope, notice, {
    values,
    at: new Date(),
    dateStyle: "long",
    ...(isLinked && { link }),
    paragraphs: ["text", isLinked ? "linked" : "unexpected"],
    notes: isLinked ? ["lifetime"] : [],
  });
}
