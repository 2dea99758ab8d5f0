import * as z from "zod";
import { attachmentActions } from "../../contract/attachment-actions";
import { attachmentRules } from "../../validation/attachment-files";
import { eachSecret } from "./secret-list";

/** Words separated by commas. */
export const listSetting = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

/** ATTACHMENT_ACTIONS, shared by both processes; defaults to all. */
export const attachmentActionsSetting = listSetting
  .pipe(z.array(z.enum(attachmentActions, `must be out of ${attachmentActions.join(", ")}`)))
  .default([...attachmentActions]);

const drainTime = "must be a whole number of seconds, at most 300";

/**
 * DRAIN_SECONDS, shared by both processes: how long a stopping process still serves after `/ready` answers 503, so that
 * load balancers notice.
 */
export const drainSecondsSetting = z.coerce
  .number(drainTime)
  .int(drainTime)
  .min(0, drainTime)
  .max(300, drainTime)
  .default(0);

const megabytes = "must be a whole number from 1 to 100000";

/** ATTACHMENT_MAX_MB, shared by both processes: maximum size of an uploaded attachment. */
export const attachmentMegabytesSetting = z.coerce
  .number(megabytes)
  .int(megabytes)
  .min(1, megabytes)
  .max(100_000, megabytes)
  .default(attachmentRules.megabytes);

/** PROXY_SECRET, shared by both processes; a value of a header. */
export const proxySecretSetting = z
  .string()
  .refine(
    eachSecret((secret) => /^[\x21-\x7e]{16,}$/.test(secret)),
    "must have at least 16 characters, none of them a space; a comma separates it from an earlier one, with as many",
  )
  .optional();

/** METRICS_TOKEN, a bearer token of both processes. */
export const metricsTokenSetting = z
  .string()
  .refine(
    eachSecret((token) => /^[\w.~+/-]{16,500}=*$/.test(token)),
    "must have at least 16 characters, letters, digits or out of -._~+/; a comma separates it from an earlier one",
  )
  .optional();

const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;

export const logLevelSetting = z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info");
