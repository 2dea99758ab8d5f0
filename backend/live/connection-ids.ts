import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { hostTenant } from "../core/tenant-prefix";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import type { Caller } from "../identity/identify";

/**
 * Connection ids from negotiations, signed for their user, so that every API process recognizes ids of the others. They
 * do not authenticate: each request carries credentials.
 */
export class ConnectionIds {
  private key: Promise<Buffer> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly proxySecret = "",
  ) {}

  /** A new id, beginning with the time in milliseconds in base 36. */
  async issue(caller: Caller): Promise<string> {
    const id = `${Date.now().toString(36)}-${randomUUID()}`;
    return `${id}-${await this.signatureOf(id, caller)}`;
  }

  /** Whether this id was issued to the same user. */
  async isIssued(id: string, caller: Caller): Promise<boolean> {
    const [, signed, signature = ""] = /^([\da-z]{8,9}-[\da-f-]{36})-([\w-]{43})$/.exec(id) ?? [];
    if (signed === undefined) return false;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(await this.signatureOf(signed, caller)));
  }

  private async signatureOf(id: string, { tenant, user }: Caller): Promise<string> {
    this.key ??= this.readKey().catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    const signed = JSON.stringify([id, tenant.tenantId, user.userId]);
    return createHmac("sha256", await this.key)
      .update(signed)
      .digest("base64url");
  }

  /** A key that only the installation's processes know: its secret, if set, and its database's creation time. */
  private async readKey(): Promise<Buffer> {
    const { rows } = await this.connection.transaction(
      "owner",
      (db) =>
        db.execute(sql`select tenant_id, extract(epoch from created_on)::text as made from tenants
          where identifier = ${hostTenant} and archived_on is null`),
      { readOnly: true },
    );
    return createHash("sha256")
      .update(JSON.stringify([this.proxySecret, rows]))
      .digest();
  }
}

/** Identifies a connection between servers: a short key that reveals no id. */
export function connectionKeyOf(request: FastifyRequest): string {
  const { id = request.id } = request.query as { id?: string };
  return createHash("sha256").update(String(id)).digest("base64url").slice(0, 22);
}
