import * as z from "zod";
import { attachmentActions } from "../contract/attachment-actions";
import { attachmentRules } from "../validation/attachment-files";

/** Words separated by commas. */
export const listSetting = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

/** ATTACHMENT_ACTIONS, which both processes read: all of them unless said otherwise. */
export const attachmentActionsSetting = listSetting
  .pipe(z.array(z.enum(attachmentActions, `must be out of ${attachmentActions.join(", ")}`)))
  .default([...attachmentActions]);

const megabytes = "must be a whole number from 1 to 100000";

/** ATTACHMENT_MAX_MB, which both processes read: what an uploaded attachment may have at most. */
export const attachmentMegabytesSetting = z.coerce
  .number(megabytes)
  .int(megabytes)
  .min(1, megabytes)
  .max(100_000, megabytes)
  .default(attachmentRules.megabytes);
