import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { conflict, RequestError } from "../core/errors";
import { sha256Hex } from "../core/sha256";
import { sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";
import type { SignedInUser, Tenant } from "../endpoint/route";

interface Kept extends Record<string, unknown> {
  requestHash: string;
  response: string;
}

const maxKeyLength = 200;

/**
 * Executes a POST with an Idempotency-Key once: a repetition by the same user with the same body gets the first
 * response (QUALITY, reliability 7). Key and response are stored in the request's transaction, so a concurrent
 * repetition waits for the first, and a failed request leaves nothing behind.
 * @param body as the endpoint declares it, which bounds its depth
 * @throws {RequestError} 409 when the key was used for another request, 400 when it is too long
 */
export async function answerOnce(
  db: Database,
  request: FastifyRequest,
  body: unknown,
  work: () => Promise<string>,
): Promise<string> {
  const question = questionOf(request, body);
  if (!question) return work();
  const { keyHash, requestHash } = question;
  const { rows } = await db.execute(sql`
    insert into idempotent_responses (key_hash, request_hash) values (${keyHash}, ${requestHash})
    on conflict do nothing returning true`);
  if (rows.length) return keep(db, keyHash, await work());
  const kept = await replay(db, question);
  // It has just been deleted because its work failed after all.
  if (kept === undefined) throw conflict("concurrent");
  return kept;
}

interface Question {
  keyHash: string;
  requestHash: string;
}

/** The values to store for a request with a key; undefined without a key. */
function questionOf(request: FastifyRequest, body: unknown): Question | undefined {
  const key = keyOf(request);
  if (key === undefined) return undefined;
  if (key.length > maxKeyLength) throw new RequestError("badRequest", { status: 400 });
  // Keyed with a value that is not stored, so that a password in the body cannot be guessed from the table.
  const requestHash = createHmac("sha256", key)
    .update(`${request.url}\n${JSON.stringify(body, withoutProceed)}`)
    .digest("hex");
  return { keyHash: sha256Hex(key), requestHash };
}

/**
 * Looks up an earlier response to this request, so that slow work is not repeated. Stores nothing.
 * @returns undefined when there is none
 * @throws {RequestError} as {@link answerOnce} does
 */
export async function earlierResponse(
  db: Database,
  request: FastifyRequest,
  body: unknown,
): Promise<string | undefined> {
  const question = questionOf(request, body);
  return question && replay(db, question);
}

/** Proceeding after a refusal is the same request: if it was executed after all, that response counts (US-02). */
function withoutProceed(name: string, value: unknown): unknown {
  return name === "isProceed" ? undefined : value;
}

/** Deletes the stored response of a request that failed after all. */
export async function forgetResponse(
  connection: Connection,
  request: FastifyRequest,
  { tenant, user }: { tenant: Tenant; user: SignedInUser },
): Promise<void> {
  const key = keyOf(request);
  if (key === undefined) return;
  await connection.transaction("hub_auth", (db) =>
    db.execute(sql`delete from idempotent_responses
      where tenant_id = ${tenant.tenantId} and user_id = ${user.userId} and key_hash = ${sha256Hex(key)}`),
  );
}

function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  return method === "POST" && typeof key === "string" && key !== "" ? key : undefined;
}

async function keep(db: Database, keyHash: string, response: string): Promise<string> {
  await db.execute(sql`
    update idempotent_responses set response = ${response} where user_id = app_actor() and key_hash = ${keyHash}`);
  return response;
}

async function replay(db: Database, { keyHash, requestHash }: Question): Promise<string | undefined> {
  const { rows } = await db.execute<Kept>(sql`
    select request_hash as "requestHash", response from idempotent_responses
    where user_id = app_actor() and key_hash = ${keyHash}`);
  const kept = rows[0];
  if (kept && kept.requestHash !== requestHash) throw conflict("idempotencyKeyReused");
  return kept?.response;
}
