import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { SharedFile } from "../../../lib/contract/attachment-parts";
import type { FileResponse } from "../../../lib/contract/file";
import { recordFailure, refuseWhileThrottled } from "../../access/sign-in-throttle";
import { fileResponse, type VersionFile } from "../../attachments/content";
import { instantOf } from "../../database/list";
import { type Database, inTenant } from "../../database/transaction";
import { forbidden, notFound } from "../../http/errors";
import { networkOf } from "../../http/network";
import { verifyPassword } from "../../http/password";
import type { PublicContext } from "../../http/route";

/** Seconds in which a ticket is good for a download. */
const ticketSeconds = 60;

interface Share extends VersionFile {
  shareId: string;
  attachmentId: string;
  kind: SharedFile["fileType"];
  validUntil: unknown;
  passwordHash: string | null;
}

const hashOf = (ticket: string) => createHash("sha256").update(ticket).digest("hex");

/** Guesses of keys and passwords from one network wait for each other; what was right once is never among them. */
const subjectsOf = ({ address }: PublicContext) => {
  const network = [`share:${networkOf(address)}`];
  return { waiting: network, counted: network };
};

const inOwnTenant = <T>({ connection, tenant }: PublicContext, work: (db: Database) => Promise<T>) =>
  inTenant(connection, tenant.tenantId, undefined, work);

/** @throws {RequestError} 404 for a key that leads nowhere, or not any more; 429 for whoever has guessed too often */
async function find(context: PublicContext, shareKey: string): Promise<Share> {
  const { connection } = context;
  await connection.transaction("hub_auth", (db) => refuseWhileThrottled(db, subjectsOf(context)));
  const found = await inOwnTenant(context, async (db) => {
    const { rows } = await db.execute<Share & { isOver: boolean }>(sql`
      select s.attachment_share_id as "shareId", s.attachment_id as "attachmentId", s.valid_until as "validUntil",
        s.password_hash as "passwordHash", a.file_type as kind, a.file_name as "fileName",
        f.attachment_file_id as "fileId", f.file_extension as extension, f.file_size::float8 as size,
        f.file_checksum as checksum, f.sync_version as "syncVersion",
        s.removed_on is not null or s.valid_until <= now() or a.archived_on is not null
          or coalesce(s.download_count >= s.max_downloads, false) as "isOver"
      from attachment_shares s join attachments a using (tenant_id, attachment_id)
        join attachment_files f on f.tenant_id = a.tenant_id and f.attachment_id = a.attachment_id
          and f.sync_version = a.sync_version and f.file_size is not null
      where s.share_key = ${shareKey}`);
    return rows[0];
  });
  if (!found) {
    await connection.transaction("hub_auth", (db) => recordFailure(db, subjectsOf(context)));
    throw notFound();
  }
  if (found.isOver) throw notFound();
  return found;
}

export async function look(context: PublicContext, shareKey: string): Promise<SharedFile> {
  const { fileName, extension, kind, size, validUntil, passwordHash } = await find(context, shareKey);
  return {
    fileName,
    fileExtension: extension,
    fileType: kind,
    fileSize: size,
    validUntil: instantOf(validUntil),
    needsPassword: passwordHash !== null,
  };
}

/** @throws {RequestError} as {@link find} does, 403 for a wrong password */
export async function ticketFor(context: PublicContext, shareKey: string, password: string): Promise<string> {
  const { shareId, passwordHash } = await find(context, shareKey);
  if (passwordHash && !(await verifyPassword(passwordHash, password, "last"))) {
    await context.connection.transaction("hub_auth", (db) => recordFailure(db, subjectsOf(context)));
    throw forbidden("wrongSharePassword");
  }
  const ticket = randomBytes(24).toString("base64url");
  await inOwnTenant(context, async (db) => {
    await db.execute(sql`delete from attachment_share_tickets where expires_on <= now()`);
    await db.execute(sql`insert into attachment_share_tickets (ticket_hash, attachment_share_id, expires_on)
      values (${hashOf(ticket)}, ${shareId}, now() + make_interval(secs => ${ticketSeconds}))`);
  });
  return ticket;
}

/**
 * The file of a share. It counts as fetched before its first byte, so that no two fetch what may be fetched once.
 * @throws {RequestError} as {@link find} does, 403 `sharePasswordNeeded` without a ticket where there is a password
 */
export async function download(
  context: PublicContext,
  shareKey: string,
  ticket: string | undefined,
): Promise<FileResponse> {
  const share = await find(context, shareKey);
  await inOwnTenant(context, async (db) => {
    if (share.passwordHash !== null) await redeemTicket(db, share.shareId, ticket);
    const { rows } = await db.execute(sql`
      update attachment_shares set download_count = download_count + 1
      where attachment_share_id = ${share.shareId} and removed_on is null and valid_until > now()
        and (max_downloads is null or download_count < max_downloads)
      returning 1 as done`);
    if (rows.length === 0) throw notFound();
    await db.execute(sql`
      insert into attachment_download_logs (attachment_id, attachment_share_id, sync_version)
      values (${share.attachmentId}, ${share.shareId}, ${share.syncVersion})`);
  });
  return fileResponse(context, share);
}

async function redeemTicket(db: Database, shareId: string, ticket: string | undefined): Promise<void> {
  const { rows } = await db.execute(sql`
    delete from attachment_share_tickets
    where ticket_hash = ${hashOf(ticket ?? "")} and attachment_share_id = ${shareId} and expires_on > now()
    returning 1 as done`);
  if (rows.length === 0) throw forbidden("sharePasswordNeeded");
}
