import { sql } from "./sql";
import type { Connection } from "./transaction";

/**
 * Removes expired data: expired secrets, old sign-in failures, devices unused for a year, responses stored for repeated
 * calls, notifications older than a year, imports older than a month, imports left unrun since the day before, report
 * documents older than a week, notices of accounts unsent for a day, links of invitations that ended half a year ago, of
 * passwords a day after their end, and expired ones of sign-ins, and sessions with a provider's tokens unused for a month, or
 * ten years if they were ended. Records the end of suspensions. Analyses the tables of the embedded database, which has no
 * autovacuum, so that plans fit the row counts. Of several processes one does it at a time.
 */
export function removeExpired(connection: Connection): Promise<void> {
  return connection.transaction("owner", async (db) => {
    const { rows } = await db.execute<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('housekeeping', 0)) as alone`,
    );
    if (!rows[0]?.alone) return;
    await db.execute(
      sql`update users set is_active = true, suspended_until = null where suspended_until <= now()`,
    );
    // Keeps the reason for a removed or suspended user's sign-out for windows that wake up days later.
    await db.execute(sql`
      delete from secrets s where expires_on < now() and not exists (select from users u
        where u.tenant_id = s.tenant_id and u.user_id = s.user_id and (u.archived_on > now() - interval '1 week' or not u.is_active))`);
    await db.execute(sql`delete from sign_in_failures where last_failed_on < now() - interval '1 hour'`);
    await db.execute(sql`delete from passkey_challenges where expires_on < now()`);
    await db.execute(sql`delete from sign_in_steps where expires_on < now()`);
    await db.execute(sql`delete from known_devices where last_used_on < now() - interval '1 year'`);
    await db.execute(sql`delete from idempotent_responses where created_on < now() - interval '1 day'`);
    await db.execute(sql`delete from imports
      where created_on < now() - case when run_to = 0 then interval '1 day' else interval '1 month' end`);
    await db.execute(sql`delete from notifications where created_on < now() - interval '1 year'`);
    await db.execute(sql`
      delete from invitation_links l using invitations i where i.tenant_id = l.tenant_id and i.invitation_id = l.invitation_id
        and i.expires_on < now() - interval '6 months'`);
    await db.execute(sql`delete from password_reset_links where expires_on < now() - interval '1 day'`);
    await db.execute(sql`delete from sign_in_links where expires_on < now()`);
    await db.execute(
      sql`delete from token_sessions where ended_on is null and last_used_on < now() - interval '1 month'`,
    );
    // The web process alone knows how long cookies live: at most ten years. A forgotten end would admit their tokens again.
    await db.execute(
      sql`delete from token_sessions where ended_on is not null and last_used_on < now() - interval '3660 days'`,
    );
    await db.execute(sql`delete from password_reset_requests where requested_on < now() - interval '1 hour'`);
    await db.execute(sql`delete from account_notices where changed_on < now() - interval '1 day'`);
    await db.execute(sql`delete from report_documents where created_on < now() - interval '1 week'`);
    await db.execute(sql`delete from hub.revocations where decided_on < now() - interval '3 months'`);
    if (connection.kind === "pglite") await db.execute(sql`analyze`);
  });
}
