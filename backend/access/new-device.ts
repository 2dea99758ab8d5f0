import { clientNameOf } from "../core/client-name";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { PublicContext } from "../endpoint/route";
import { sendUserNotice } from "./account-notice";
import { type Link, linkAddress, makeLink } from "./link";
import { hasOneEmail } from "./password-links";

/** Notices to one account per day. */
const maxPerDay = 20;

/** A sign-in on a device that is new to the account. */
export interface NewDevice {
  /** Of the page 'This was not me'; undefined unless {@link hasOneEmail}. */
  link?: Link;
}

/**
 * Stores a link for the owner of an account that is about to sign in on a new device; runs as `hub_auth`.
 * @returns undefined when no notice is due: at an account's first sign-in, just after it accepted an invitation, and for
 * a program without a device name that was reported within a week
 */
export async function storeDeviceLink(
  db: Database,
  { tenant, address, device }: PublicContext,
  userId: string,
): Promise<NewDevice | undefined> {
  const link = makeLink();
  const { rows } = await db.execute<{ isSafe: boolean }>(sql`
    insert into sign_in_links (link_hash, tenant_id, user_id, email, user_agent, address)
    select ${link.hash}, u.tenant_id, u.user_id, u.email, ${device.userAgent}, ${address} from users u
    where u.tenant_id = ${tenant.tenantId} and u.user_id = ${userId} and u.email <> ''
      and exists (select from users o where o.user_id = u.user_id and o.last_login_on is not null)
      and not (u.last_login_on is null and exists (select from invitations i where i.tenant_id = u.tenant_id
        and i.accepted_by = u.user_id and i.accepted_on > now() - interval '15 minutes'))
      and not (${device.nextHash === undefined} and exists (select from sign_in_links l where l.user_id = u.user_id
        and l.address = ${address} and l.user_agent is not distinct from ${device.userAgent}::text))
      and (select count(*) from sign_in_links l where l.user_id = u.user_id
        and l.created_on > now() - interval '1 day') < ${maxPerDay}
    returning (select ${hasOneEmail} from users u where u.tenant_id = sign_in_links.tenant_id
      and u.user_id = sign_in_links.user_id) as "isSafe"`);
  return rows[0] && { link: rows[0].isSafe ? link : undefined };
}

/** Notifies an account's owner of a committed sign-in on a new device. */
export function sendDeviceNotice(
  context: PublicContext,
  userId: string,
  newDevice: NewDevice | undefined,
): void {
  if (!newDevice) return;
  const { config, tenant, address, device } = context;
  const { link } = newDevice;
  sendUserNotice(context, userId, "newDevice", {
    ...clientValues(device.userAgent),
    address,
    ...(link && { link: linkAddress(config, tenant.identifier, "password-reset/sign-in", link.token) }),
  });
}

function clientValues(userAgent: string | null) {
  const { browser, system } = clientNameOf(userAgent);
  return { browser: browser ?? "none", system: system ?? "none" };
}
