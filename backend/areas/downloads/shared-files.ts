import { randomBytes } from "node:crypto";
import type { SharedFile } from "../../../lib/contract/attachment-parts";
import type { FileResponse } from "../../../lib/contract/file";
import { attachmentKindOf } from "../../../lib/validation/attachment-files";
import { limitMisses } from "../../access/share-key-throttle";
import { releaseAttempt, reserveAttempt } from "../../access/sign-in-throttle";
import { fileOf, fileResponse, type VersionFile } from "../../attachments/content";
import { hasPicture, previewResponse } from "../../attachments/previews";
import { forbidden, notFound } from "../../core/errors";
import { withKeyedLock } from "../../core/keyed-lock";
import { networkOf } from "../../core/network";
import { sha256Hex } from "../../core/sha256";
import { sql } from "../../database/sql";
import { type Database, inTenant } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";
import { instantOf } from "../../lists/list";
import { mayStillShare, refuseWithout } from "../../members/policies";
import { verifyPassword } from "../../queues/password";

/** Seconds that a ticket is valid for a download. */
const ticketSeconds = 60;

interface Share extends Record<string, unknown> {
  shareId: string;
  attachmentId: string;
  validUntil: unknown;
  passwordHash: string | null;
  maxDownloads: number | null;
}

const inOwnTenant = <T>({ connection, tenant }: PublicContext, work: (db: Database) => Promise<T>) =>
  inTenant(connection, tenant.tenantId, undefined, work);

interface Found {
  share: Share;
  file: VersionFile;
}

/**
 * Looks up the share of a key, for a network that has not tried too many wrong ones.
 * @throws {RequestError} 404 for a wrong or expired key; 429 after too many of them; 403 when the installation does not
 * allow sharing
 */
const find = (context: PublicContext, shareKey: string) =>
  limitMisses(context.connection, context.address, () =>
    inOwnTenant(context, (db) => stored(db, context, shareKey)),
  );

async function stored(db: Database, context: PublicContext, shareKey: string): Promise<Found> {
  refuseWithout("Share", context);
  refuseWithout("Download", context);
  const { rows } = await db.execute<Share>(sql`
    select attachment_share_id as "shareId", attachment_id as "attachmentId", valid_until as "validUntil",
      password_hash as "passwordHash", max_downloads as "maxDownloads"
    from attachment_shares where share_key = ${shareKey} and ${isOpen}`);
  const [share] = rows;
  if (!share) throw notFound();
  return { share, file: await fileOf(db, share.attachmentId) };
}

/**
 * The same, requiring a ticket if there is a password. @throws {RequestError} the same, and 403 `sharePasswordNeeded`
 */
async function findFor(context: PublicContext, shareKey: string, ticket: string | undefined): Promise<Found> {
  const found = await find(context, shareKey);
  if (found.share.passwordHash !== null)
    await inOwnTenant(context, (db) => requireTicket(db, found.share, ticket, false));
  return found;
}

const isOpen = sql`removed_on is null and valid_until > now() and (max_downloads is null or download_count < max_downloads)
  and ${mayStillShare("attachment_shares")}`;

export async function look(context: PublicContext, shareKey: string): Promise<SharedFile> {
  const { share, file } = await find(context, shareKey);
  const { fileName, extension, size } = file;
  return {
    fileName,
    fileExtension: extension,
    fileType: attachmentKindOf(`x.${extension}`),
    fileSize: size,
    validUntil: instantOf(share.validUntil),
    needsPassword: share.passwordHash !== null,
    hasPreview: hasPicture(context, file),
  };
}

/**
 * A preview of a shared file, for callers who may download it now. It is not counted and uses no ticket.
 * @throws {RequestError} as {@link download} does, 404 without a picture
 */
export async function preview(
  context: PublicContext,
  shareKey: string,
  ticket: string | undefined,
): Promise<FileResponse> {
  const { file } = await findFor(context, shareKey, ticket);
  return previewResponse(context, file, networkOf(context.address));
}

/**
 * Wrong passwords of a share throttle only further tries from the same network.
 * @throws {RequestError} as {@link find} does, 404 for a share without a password, 403 for a wrong one, 429 after too
 * many
 */
export async function ticketFor(context: PublicContext, shareKey: string, password: string): Promise<string> {
  const { share } = await find(context, shareKey);
  const { shareId, passwordHash } = share;
  if (passwordHash === null) throw notFound();
  await refuseWrong(context, `share:${shareId}:${networkOf(context.address)}`, passwordHash, password);
  const ticket = randomBytes(24).toString("base64url");
  await inOwnTenant(context, async (db) => {
    await db.execute(sql`delete from attachment_share_tickets where expires_on <= now()`);
    await db.execute(sql`insert into attachment_share_tickets (ticket_hash, attachment_share_id, expires_on)
      values (${sha256Hex(ticket)}, ${shareId}, now() + make_interval(secs => ${ticketSeconds}))`);
  });
  return ticket;
}

/**
 * Counts an attempt as failed before checking the password, so that of many concurrent ones, in any number of
 * processes, no more are checked. Sequential within a process, so that callers with the right password do not block
 * each other.
 */
async function refuseWrong(
  { connection }: PublicContext,
  subject: string,
  passwordHash: string,
  password: string,
): Promise<void> {
  await withKeyedLock([subject], async () => {
    await connection.transaction("hub_auth", (db) => reserveAttempt(db, subject));
    let isWrong = false;
    try {
      isWrong = !(await verifyPassword(passwordHash, password, "last"));
    } finally {
      if (!isWrong) await connection.transaction("hub_auth", (db) => releaseAttempt(db, subject));
    }
    if (isWrong) throw forbidden("wrongSharePassword");
  });
}

/**
 * A shared file. The download counts once its first bytes are read but none is sent, so that a single-use share is
 * served once, and an unavailable store costs no download. If downloads are limited or need a ticket, ranges are refused,
 * since parts would circumvent the limit.
 * @throws {RequestError} as {@link find} does, 403 `sharePasswordNeeded` when a password requires a ticket
 */
export async function download(
  context: PublicContext,
  shareKey: string,
  ticket: string | undefined,
): Promise<FileResponse> {
  const { share, file } = await findFor(context, shareKey, ticket);
  const response = fileResponse(context, file);
  const isWholeOnly = share.passwordHash !== null || share.maxDownloads !== null;
  return {
    ...response,
    stored: response.stored && { ...response.stored, ...(isWholeOnly && { part: undefined }) },
    begun: (isContinued) =>
      inOwnTenant(context, async (db) => {
        if (share.passwordHash !== null) await requireTicket(db, share, ticket, true);
        await countDownload(db, share, file, isContinued);
      }),
  };
}

/** @throws {RequestError} 404 for a share that has ended by now */
async function countDownload(
  db: Database,
  { shareId, attachmentId }: Share,
  { syncVersion }: VersionFile,
  isContinued: boolean,
): Promise<void> {
  const { rows } = await db.execute(sql`select from attachment_shares
    where attachment_share_id = ${shareId} and ${isOpen} for no key update`);
  if (rows.length === 0) throw notFound();
  // Continuations of a part within the hour are already counted.
  await db.execute(sql`
    with noted as (
      insert into attachment_download_logs (attachment_id, attachment_share_id, sync_version)
      select ${attachmentId}, ${shareId}, ${syncVersion}
      where not (${isContinued} and exists (select from attachment_download_logs d where d.attachment_id = ${attachmentId}
        and d.attachment_share_id = ${shareId} and d.download_date > now() - interval '1 hour'))
      returning 1
    )
    update attachment_shares set download_count = download_count + 1
    where attachment_share_id = ${shareId} and exists (select from noted)`);
}

async function requireTicket(
  db: Database,
  { shareId }: Share,
  ticket: string | undefined,
  isUsed: boolean,
): Promise<void> {
  const found = sql`from attachment_share_tickets
    where ticket_hash = ${sha256Hex(ticket ?? "")} and attachment_share_id = ${shareId} and expires_on > now()`;
  const { rows } = await db.execute(isUsed ? sql`delete ${found} returning 1 as done` : sql`select ${found}`);
  if (rows.length === 0) throw forbidden("sharePasswordNeeded");
}
