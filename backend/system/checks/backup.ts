import { readFile } from "node:fs/promises";
import * as z from "zod";
import { lastBackupFile } from "../../config/config";
import { ifMissing } from "../../core/missing-file";
import { defineCheck } from "../check";

/** Days after which a backup is old, and after which it is too old. */
const old = 2;
const tooOld = 14;
const day = 24 * 60 * 60 * 1000;

/** Written by the backup at its end, whether it succeeded or not. */
const lastBackup = z.object({ finishedOn: z.iso.datetime({ offset: true }), error: z.string().optional() });

export const backup = defineCheck("backup", async ({ config }) => {
  const text = await readFile(lastBackupFile(config), "utf8").catch(ifMissing(undefined));
  if (text === undefined) return { state: "look", text: "never" };
  const { finishedOn, error } = lastBackup.parse(JSON.parse(text));
  const at = new Date(finishedOn);
  if (error) return { state: "act", text: "failed", values: { reason: error }, at };
  const days = Math.floor((Date.now() - at.getTime()) / day);
  if (days <= old) return { state: "fine", text: "done", at };
  return { state: days > tooOld ? "act" : "look", text: "old", values: { days }, at };
});
