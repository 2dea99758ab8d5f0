import { randomBytes } from "node:crypto";
import type * as z from "zod";
import type { attachmentShareCreate } from "../../../lib/contract/attachment-parts";
import { isDay } from "../../../lib/format/calendar";
import { fileOf } from "../../attachments/content";
import { invalid, notFound } from "../../core/errors";
import { startOfDay } from "../../core/start-of-day";
import { sql } from "../../database/sql";
import { countDistinct, distinctIds } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { idArray } from "../../members/memberships";
import { refuseWithout } from "../../members/policies";
import { hashPassword } from "../../queues/password";

type Share = z.output<typeof attachmentShareCreate>;

/** @throws {RequestError} 403, 404 for a link, which has no file to share, 400 for a time in the past */
export async function checkShare(
  context: Context,
  attachmentId: string,
  { validUntil }: Share,
): Promise<void> {
  refuseWithout("Share", context);
  await fileOf(context.db, attachmentId);
  if (endOf(validUntil, context.timeZone) <= new Date())
    throw invalid([{ propertyName: "validUntil", rule: "future" }]);
}

/** A share is valid until the end of its last day. */
const endOf = (validUntil: string, timeZone = "UTC") =>
  isDay(validUntil) ? startOfDay(validUntil, timeZone, 1) : new Date(validUntil);

/** The hash of the share's password; undefined without one. */
export async function hashOfShare({ password }: Share): Promise<string | undefined> {
  return password ? hashPassword(password) : undefined;
}

/**
 * The key is stored unhashed, since shares are listed with their links and sorted by key; 192 random bits cannot be guessed.
 * @returns the key, which gives anyone access to the file
 */
export async function shareAttachment(
  context: Context,
  attachmentId: string,
  given: Share,
  passwordHash: string | undefined,
): Promise<string> {
  await checkShare(context, attachmentId, given);
  const shareKey = randomBytes(24).toString("base64url");
  await context.db.execute(sql`
    insert into attachment_shares (attachment_id, share_key, valid_until, password_hash, max_downloads)
    values (${attachmentId}, ${shareKey}, ${endOf(given.validUntil, context.timeZone).toISOString()}, ${passwordHash ?? null}, ${given.maxDownloads ?? null})`);
  return shareKey;
}

/** @throws {RequestError} 404 when one of them does not, or no longer, belong to the attachment */
export async function removeShares(
  { db }: Context,
  attachmentId: string,
  shareIds: readonly string[],
): Promise<null> {
  const { rows } = await db.execute(sql`
    update attachment_shares set removed_on = now()
    where attachment_id = ${attachmentId} and attachment_share_id = any(${idArray(distinctIds(shareIds))}) and removed_on is null
    returning 1 as done`);
  if (rows.length !== countDistinct(shareIds)) throw notFound();
  return null;
}
