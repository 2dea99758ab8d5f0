import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import type { Person } from "./person";

/** Without a sign-in id, a token counts as a new sign-in after this pause. */
const newSignInAfter = "12 hours";

/** Recorded open sessions of one user, the last used ones: a client can invent names. Ended ones stay, or they would reopen. */
const maxSessions = 1_000;

interface Use {
  /** Set for a session named by a web process. */
  sessionKey?: string;
  userAgent: string | null;
  address: string;
}

/**
 * Records the use of a token; concurrent calls do not wait for each other. The first of a sign-in is entered in the
 * user's history.
 */
export function recordTokenUse(
  connection: Connection,
  tenantId: string,
  { issuer, subject, identityProvider, session, actor }: Person,
  { sessionKey, userAgent, address }: Use,
): Promise<unknown> {
  const isNew =
    sessionKey === undefined
      ? sql`last_used_on is null or coalesce(last_session <> ${session ?? null}::text,
          ${session ?? null}::text is not null or last_used_on < now() - interval '${sql.raw(newSignInAfter)}')`
      : sql`not exists (select from token_sessions s where s.tenant_id = ${tenantId} and s.session_key = ${sessionKey})`;
  const recorded = sql`recorded as (
    insert into token_sessions as known (tenant_id, session_key, user_id, user_agent, address)
    select tenant_id, ${sessionKey ?? null}::text, user_id, ${userAgent}::text, ${address}::text from used
    on conflict (tenant_id, session_key) do update set last_used_on = now(), address = excluded.address
  ), dropped as (
    delete from token_sessions s using used where used.is_new and s.tenant_id = used.tenant_id and s.user_id = used.user_id
      and s.ended_on is null and s.session_key in (select o.session_key from token_sessions o
        where o.tenant_id = used.tenant_id and o.user_id = used.user_id and o.ended_on is null order by o.last_used_on desc offset ${maxSessions - 1}::integer)
  ),`;
  return connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      with used as (
        select tenant_id, issuer, subject, identity_provider, user_id, ${isNew} as is_new
        from identities
        where tenant_id = ${tenantId} and issuer = ${issuer} and subject = ${subject} and identity_provider = ${identityProvider}
        for no key update skip locked
      ), ${sessionKey === undefined ? sql.empty : recorded} noted as (
        update identities i set last_used_on = now(), last_session = coalesce(${session ?? null}::text, i.last_session) from used
        where (i.tenant_id, i.issuer, i.subject, i.identity_provider)
          = (used.tenant_id, used.issuer, used.subject, used.identity_provider)
      ), signed_in as (
        update users u set last_login_on = now() from used
        where used.is_new and u.tenant_id = used.tenant_id and u.user_id = used.user_id
      )
      insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
      select u.tenant_id, 'users', u.user_id, name, 'UserSignedIn', u.user_id, name || coalesce(' (' || ${actor ?? null}::text || ')', ''), '{}',
        jsonb_build_object('address', ${address}::text, 'identityProvider', used.identity_provider)
      from used join users u using (tenant_id, user_id), display_name(u.first_name, u.last_name, u.user_name) as name
      where used.is_new`),
  );
}
