// See docs/decisions/0123.

import { randomBytes } from "node:crypto";
import type * as z from "zod";
import {
  type SecondFactorKind,
  secondFactorHeader,
  secondFactorKinds,
  secondFactorStepHeader,
} from "../../lib/contract/second-factor-headers";
import type { secondFactorsOfUser } from "../../lib/contract/second-factors";
import { RequestError, unauthorized } from "../core/errors";
import { sha256Hex } from "../core/sha256";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { PublicContext } from "../endpoint/route";
import { instantOrNull } from "../lists/list";
import { isActiveMember } from "../members/active";
import { spendRecoveryCode } from "./recovery-codes";
import { recordSignInFailure } from "./sign-in-failure";
import { clearFailures, reserveAttempt, subjectsOf } from "./sign-in-throttle";
import { spendTotpCode } from "./totp";
import { type Account, isKnownDevice } from "./verified-password";

/** Seconds after a right password for the second factor, or for its set-up, which may include the installation of an app. */
const stepSeconds = { signIn: 5 * 60, setUp: 15 * 60 };

/** The kinds of factors that complete the account's sign-in; none when the password is enough. Runs as `hub_auth`. */
export async function factorsOf(db: Database, userId: string): Promise<SecondFactorKind[]> {
  const { rows } = await db.execute<Record<SecondFactorKind, boolean>>(sql`
    select exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from totp_factors where user_id = ${userId} and confirmed_on is not null) as totp,
      exists (select from recovery_codes where user_id = ${userId} and used_on is null) as recovery`);
  const held = rows[0];
  // Recovery codes replace a factor, and are none themselves.
  if (!held?.totp && !held?.passkey) return [];
  return secondFactorKinds.filter((kind) => held[kind]);
}

type Stored = z.output<typeof secondFactorsOfUser>;

/** What a user of the tenant has set up, without anything secret. */
export async function storedSecondFactors(db: Database, userId: string): Promise<Stored> {
  const { rows } = await db.execute<Stored & Record<string, unknown>>(sql`
    select totp_on as "totpOn", recovery_codes_left as "recoveryCodesLeft", passkeys from second_factors_of(${userId})`);
  const { totpOn = null, recoveryCodesLeft = 0, passkeys = [] } = rows[0] ?? {};
  return { totpOn: instantOrNull(totpOn), recoveryCodesLeft, passkeys };
}

/** Remembers that the password was right. @returns the 401 that asks for the second factor */
export async function beginSecondStep(
  context: PublicContext,
  account: Account,
  factors: readonly SecondFactorKind[],
): Promise<RequestError> {
  return stepError("secondFactorNeeded", factors, await addStep(context, account));
}

/** Remembers that the password was right. @returns the 401 that leads to the set-up of an offered second factor */
export async function beginSetUp(
  context: PublicContext,
  account: Account,
  offered: readonly SecondFactorKind[],
): Promise<RequestError> {
  return stepError("secondFactorSetupNeeded", offered, await addStep(context, account, { isSetUp: true }));
}

const stepError = (
  code: "secondFactorNeeded" | "secondFactorSetupNeeded",
  kinds: readonly SecondFactorKind[],
  token: string,
) =>
  new RequestError(code, {
    status: 401,
    headers: { [secondFactorHeader]: kinds.join(", "), [secondFactorStepHeader]: token },
  });

async function addStep(
  { connection, tenant }: PublicContext,
  { userId, passwordHash }: Account,
  { isSetUp = false } = {},
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const seconds = isSetUp ? stepSeconds.setUp : stepSeconds.signIn;
  await connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      insert into sign_in_steps (token_hash, tenant_id, user_id, password_changed_on, set_up, expires_on)
      select ${sha256Hex(token)}, ${tenant.tenantId}, user_id, password_changed_on, ${isSetUp ? "wanted" : null},
        now() + make_interval(secs => ${seconds})
      from accounts where user_id = ${userId} and password_hash = ${passwordHash}`),
  );
  return token;
}

/** A sign-in with a right password. */
export interface Step extends Account {
  /** The account's spelling, which may differ in case from the input. */
  userName: string;
  displayName: string;
  /** State of a required set-up; null for a sign-in by an existing second factor. */
  setUp: "wanted" | "done" | null;
  isActive: boolean;
}

interface GivenStep {
  tenantId: string;
  userName: string;
  token: string;
}

/** An open step, which a change of the password ends; undefined once it is over. Runs as `hub_auth`. */
export async function findStep(
  db: Database,
  { tenantId, userName, token }: GivenStep,
): Promise<Step | undefined> {
  const { rows } = await db.execute<Step & Record<string, unknown>>(sql`
    select s.user_id as "userId", a.user_name as "userName", a.password_hash as "passwordHash", s.set_up as "setUp",
      display_name(u.first_name, u.last_name, u.user_name) as "displayName", ${isActiveMember("u")} as "isActive"
    from sign_in_steps s
      join accounts a on a.user_id = s.user_id and a.password_changed_on is not distinct from s.password_changed_on
      join users u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
    where s.token_hash = ${sha256Hex(token)} and s.tenant_id = ${tenantId} and s.expires_on > now()
      and lower(a.user_name) = lower(${userName}) and a.archived_on is null and u.archived_on is null`);
  return rows[0];
}

export const stepOver = () => unauthorized("signInStepOver");

/** Limit of calls with one step of a set-up. */
const maxCalls = 30;

/** Counts a call of a set-up; false beyond the limit. Runs as `hub_auth`. */
export async function countSetUpCall(db: Database, token: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update sign_in_steps set calls = calls + 1 where token_hash = ${sha256Hex(token)} and calls < ${maxCalls} returning true`);
  return rows.length > 0;
}

/** Completes a set-up and ends all others of the account; false if it is over or complete. Runs as `hub_auth`. */
export async function finishSetUp(db: Database, userId: string, token: string): Promise<boolean> {
  await db.execute(
    sql`delete from sign_in_steps where user_id = ${userId} and set_up is not null and token_hash <> ${sha256Hex(token)}`,
  );
  const { rows } = await db.execute(sql`
    update sign_in_steps set set_up = 'done' where token_hash = ${sha256Hex(token)} and set_up = 'wanted' and expires_on > now()
    returning true`);
  return rows.length > 0;
}

/**
 * Completes a sign-in with a code, which works once: of concurrent requests one wins.
 * @param token of the step that the code completes; it works once too
 * @param work runs in the transaction that uses up the code, as `hub_auth`
 * @returns which kind of code it was
 * @throws {RequestError} 401 for a wrong code or an ended step, 429 after too many wrong codes
 */
export async function withSecondFactor(
  { connection, config, tenant: { tenantId }, address, device }: PublicContext,
  userId: string,
  { code = "", token }: { code?: string; token?: string },
  work: (db: Database) => Promise<void>,
): Promise<SecondFactorKind> {
  // Like wrong passwords, those from elsewhere do not throttle a device that the account has signed in on.
  const { isKnown, subject } = await connection.transaction("hub_auth", async (db) => {
    const isKnown = await isKnownDevice(db, userId, device);
    const subject = isKnown ? `factor-device:${userId}:${device.hash}` : `factor:${userId}`;
    await reserveAttempt(db, subject);
    return { isKnown, subject };
  });
  const kind = await connection
    .transaction("hub_auth", async (db) => {
      if (token && !(await endStep(db, token))) throw stepOver();
      const spent = await spendCode(db, config, userId, code);
      // Rolled back with the step, which can be completed with another code.
      if (!spent) throw wrongCode();
      await work(db);
      // After the account's lock, as where a new password clears them.
      await db.execute(sql`delete from sign_in_failures where subject = ${subject}`);
      await clearFailures(db, subjectsOf(userId, address, isKnown ? device.hash : undefined));
      return spent;
    })
    .catch(async (error: unknown) => {
      if (error instanceof RequestError && error.code === "wrongSecondFactor")
        await connection.transaction("hub_auth", (db) =>
          recordSignInFailure(db, { tenantId, userId, address }),
        );
      throw error;
    });
  return kind;
}

/** Uses up a code of the account; false for a wrong one. Runs as `hub_auth`. */
export async function spendCode(
  db: Database,
  config: PublicContext["config"],
  userId: string,
  code: string,
): Promise<"totp" | "recovery" | false> {
  return /^\d{6}$/.test(code)
    ? (await spendTotpCode(db, config, userId, code)) && "totp"
    : (await spendRecoveryCode(db, userId, code)) && "recovery";
}

const wrongCode = () => unauthorized("wrongSecondFactor");

/** Uses up a step; false if it is over. Runs as `hub_auth`. */
export async function endStep(db: Database, token: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    delete from sign_in_steps where token_hash = ${sha256Hex(token)} and expires_on > now() returning true`);
  return rows.length > 0;
}
