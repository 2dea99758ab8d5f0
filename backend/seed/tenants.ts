import type { Connection } from "../database/transaction";
import { admitAdministrator, ensureTenant } from "./tenant";
import { seedVolume } from "./volume";

interface Tenants {
  connection: Connection;
  /** How many there are to be beside those with other names; `tenant-0001` is the first. */
  tenants: number;
  /** How many users to add to each. */
  users: number;
  /** User name of who is let into the first, to look at it from inside. */
  administrator: string;
}

/** Makes many small tenants, for measurements. */
export async function seedTenants({ connection, tenants, users, administrator }: Tenants): Promise<void> {
  for (let number = 1; number <= tenants; number += 1) {
    const tenant = `tenant-${String(number).padStart(4, "0")}`;
    const tenantId = await ensureTenant(connection, tenant);
    if (number === 1) await admitAdministrator(connection, tenantId, administrator);
    if (users > 0) await seedVolume({ connection, tenant, users });
  }
}
