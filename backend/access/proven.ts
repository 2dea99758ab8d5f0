import { recordSignInFailure } from "../audit/sign-in-failure";
import type { Database } from "../database/transaction";
import { verifyPassword } from "../http/password";
import type { PublicContext } from "../http/route";
import { inTurn } from "./in-turn";
import { isKnownDevice, rememberDevice } from "./known-devices";
import { forgetFailures, recordFailure, refuseWhileSlowed, subjectsOf } from "./slow-down";

interface Credentials {
  userName: string;
  password: string;
}

interface Account {
  userId: string;
  passwordHash: string | null;
}

/**
 * Does something for whoever knows the password of an account. Known and unknown names are refused alike, in the same time,
 * and wrong passwords slow the account and the address down.
 * @param find runs as `hub_auth`
 * @param work the next attempt waits for it; a transaction of it, as `hub_auth`, begins with `succeed`, which forgets failures
 * @throws {RequestError} 429 after too many wrong ones, 503 while too many others try, and what `refusal` answers for a wrong one
 */
export async function withProvenPassword<Found extends Account, T>(
  { connection, tenant: { tenantId }, address, device }: PublicContext,
  { userName, password }: Credentials,
  find: (db: Database) => Promise<Found | undefined>,
  work: (account: Found, succeed: (db: Database) => Promise<void>) => Promise<T>,
  refusal: () => Error,
): Promise<T> {
  const isKnown = await connection.transaction("hub_auth", (db) => isKnownDevice(db, userName, device));
  const subjects = subjectsOf(userName, address, isKnown ? device.hash : undefined);
  return inTurn(subjects.waiting, async () => {
    const account = await connection.transaction("hub_auth", async (db) => {
      await refuseWhileSlowed(db, subjects);
      return find(db);
    });
    // Outside of any transaction: hashing takes longer than all statements together.
    const matches = await verifyPassword(account?.passwordHash, password, isKnown ? "first" : "last");
    if (!account || !matches) {
      await connection.transaction("hub_auth", async (db) => {
        await recordFailure(db, subjects);
        await recordSignInFailure(db, { tenantId, userId: account?.userId, address });
      });
      throw refusal();
    }
    return work(account, async (db) => {
      await forgetFailures(db, subjects);
      await rememberDevice(db, account.userId, device);
    });
  });
}
