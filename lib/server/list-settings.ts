import * as z from "zod";
import { attachmentActions } from "../contract/attachment-actions";

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
