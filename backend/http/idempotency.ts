import { createHash, createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Connection, Database } from "../database/transaction";
import { conflict, RequestError } from "./errors";
import type { SignedInUser, Tenant } from "./route";

interface Kept extends Record<string, unknown> {
  requestHash: string;
  answer: string;
}

const longestKey = 200;

/**
 * Answers a POST with an Idempotency-Key once: repeated by the same user with the same body it is given the first
 * answer again and nothing is done (QUALITY, reliability 7). Key and answer are kept in the request's transaction, so
 * a second one that comes meanwhile waits for the first, and nothing is kept of one that failed.
 * @param body as the endpoint declares it, so that nobody decides how deep it is nested
 * @throws {RequestError} 409 when the key was used for another request, 400 when it is too long
 */
export async function answerOnce(
  db: Database,
  request: FastifyRequest,
  body: unknown,
  work: () => Promise<string>,
): Promise<string> {
  const key = keyOf(request);
  if (key === undefined) return work();
  if (key.length > longestKey) throw new RequestError("badRequest", { status: 400 });
  const keyHash = hashOf(key);
  // Keyed with what is not stored, so that a password in the body cannot be guessed from the table.
  const requestHash = createHmac("sha256", key)
    .update(`${request.url}\n${JSON.stringify(body)}`)
    .digest("hex");
  const { rows } = await db.execute(sql`
    insert into idempotent_answers (key_hash, request_hash) values (${keyHash}, ${requestHash})
    on conflict do nothing returning true`);
  return rows.length ? keep(db, keyHash, await work()) : replay(db, keyHash, requestHash);
}

/** Forgets the answer to a request of this user whose work has come to nothing after all. */
export async function forgetAnswer(
  connection: Connection,
  request: FastifyRequest,
  { tenant, user }: { tenant: Tenant; user: SignedInUser },
): Promise<void> {
  const key = keyOf(request);
  if (key === undefined) return;
  await connection.transaction("hub_auth", (db) =>
    db.execute(sql`delete from idempotent_answers
      where tenant_id = ${tenant.tenantId} and user_id = ${user.userId} and key_hash = ${hashOf(key)}`),
  );
}

function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  return method === "POST" && typeof key === "string" && key !== "" ? key : undefined;
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

async function keep(db: Database, keyHash: string, answer: string): Promise<string> {
  await db.execute(sql`
    update idempotent_answers set answer = ${answer} where user_id = app_actor() and key_hash = ${keyHash}`);
  return answer;
}

async function replay(db: Database, keyHash: string, requestHash: string): Promise<string> {
  const { rows } = await db.execute<Kept>(sql`
    select request_hash as "requestHash", answer from idempotent_answers
    where user_id = app_actor() and key_hash = ${keyHash}`);
  const kept = rows[0];
  if (kept?.requestHash !== requestHash) throw conflict("idempotencyKeyReused");
  return kept.answer;
}
