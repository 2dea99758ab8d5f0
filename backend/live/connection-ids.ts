import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { secretsOf } from "../../lib/server/config/secret-list";
import { hostTenant } from "../core/tenant-prefix";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import type { Caller } from "../identity/identify";

/**
 * Connection ids from negotiations, signed for their user, so that every API process recognizes ids of the others. They
 * do not authenticate: each request carries credentials.
 */
export class ConnectionIds {
  private keys: Promise<Buffer[]> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly proxySecret = "",
  ) {}

  /** A new id, beginning with the time in milliseconds in base 36. */
  async issue(caller: Caller): Promise<string> {
    const id = `${Date.now().toString(36)}-${randomUUID()}`;
    const [signature] = await this.signaturesOf(id, caller);
    return `${id}-${signature}`;
  }

  /** Whether this id was issued to the same user. */
  async isIssued(id: string, caller: Caller): Promise<boolean> {
    const [, signed, signature = ""] = /^([\da-z]{8,9}-[\da-f-]{36})-([\w-]{43})$/.exec(id) ?? [];
    if (signed === undefined) return false;
    const valid = await this.signaturesOf(signed, caller);
    return valid.some((each) => timingSafeEqual(Buffer.from(signature), Buffer.from(each)));
  }

  /** By each key; the first one is for new ids. */
  private async signaturesOf(id: string, { tenant, user }: Caller): Promise<string[]> {
    this.keys ??= this.readKeys().catch((error: unknown) => {
      this.keys = undefined;
      throw error;
    });
    const signed = JSON.stringify([id, tenant.tenantId, user.userId]);
    return (await this.keys).map((key) => createHmac("sha256", key).update(signed).digest("base64url"));
  }

  /** Keys that only the installation's processes know: each of its secrets, if set, and its database's creation time. */
  private async readKeys(): Promise<Buffer[]> {
    const { rows } = await this.connection.transaction(
      "owner",
      (db) =>
        db.execute(sql`select tenant_id, extract(epoch from created_on)::text as made from tenants
          where identifier = ${hostTenant} and archived_on is null`),
      { readOnly: true },
    );
    return secretsOf(this.proxySecret).map((secret) =>
      createHash("sha256")
        .update(JSON.stringify([secret, rows]))
        .digest(),
    );
  }
}

/** Identifies a connection between servers: a short key that reveals no id. */
export function connectionKeyOf(request: FastifyRequest): string {
  const { id = request.id } = request.query as { id?: string };
  return createHash("sha256").update(String(id)).digest("base64url").slice(0, 22);
}
