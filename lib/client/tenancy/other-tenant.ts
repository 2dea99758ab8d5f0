interface Here {
  basePath: string;
  /** Base path and tenant prefix, which contains the identifier once. */
  prefix: string;
  tenant?: string;
}

/** The prefix of another tenant's addresses: this one's with the identifier replaced (CF-02). */
export function prefixOfTenant(other: string, { basePath, prefix, tenant = "" }: Here): string {
  const own = prefix.slice(basePath.length);
  const segments = own.split("/");
  const at = segments.lastIndexOf(tenant);
  // A pattern may have the identifier inside a segment, such as /tenant-acme.
  const changed =
    at >= 0
      ? segments.with(at, other).join("/")
      : own.slice(0, own.lastIndexOf(tenant)) + other + own.slice(own.lastIndexOf(tenant) + tenant.length);
  return basePath + changed;
}
