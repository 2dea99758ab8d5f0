const identifier = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const wholeIdentifier = new RegExp(`^${identifier}$`);

const placeholder = "{tenant}";

/** The first segment after the base path (CF-02). */
export const defaultTenantPattern = `/${placeholder}`;

export interface TenantPattern {
  /** Group 1 is the tenant's identifier. */
  expression: RegExp;
  /** Length of the part after the identifier that belongs to the tenant's prefix. */
  suffix: number;
  /** The path with `{tenant}` in it, unless it is a regular expression. */
  template?: string;
}

/**
 * Compiles `TENANT_PATH_PATTERN`: a path with `{tenant}` in it, such as `/t/{tenant}`, or a regular expression with one
 * group, such as `^/([^/]+)`. It is matched after the base path.
 * @throws {SyntaxError} if it is neither
 */
export function compileTenantPattern(pattern: string): TenantPattern {
  if (pattern.includes(placeholder)) {
    const [before = "", after = "", ...more] = pattern.split(placeholder);
    if (!/^\/[\w~.\-/]*$/.test(before) || !/^(?:\/[\w~.-]+)*$/.test(after) || more.length > 0)
      throw new SyntaxError("not a path with one {tenant}");
    const literal = (text: string) => text.replaceAll(".", "\\.");
    return {
      expression: new RegExp(`^${literal(before)}(${identifier})${literal(after)}(?=/|$)`, "d"),
      suffix: after.length,
      template: pattern,
    };
  }
  const expression = new RegExp(pattern.startsWith("^") ? pattern : `^(?:${pattern})`, "d");
  if (new RegExp(`${expression.source}|`).exec("")?.length !== 2) throw new SyntaxError("not one group");
  return { expression, suffix: 0 };
}

/** The tenant's identifier, in lower case, and the end of its prefix in `path`. */
export function findTenant(
  path: string,
  { expression, suffix }: TenantPattern,
): { tenant: string; end: number } | undefined {
  const span = expression.exec(path)?.indices?.[1];
  if (!span) return undefined;
  const tenant = path.slice(...span);
  const end = span[1] + suffix;
  const endsSegment = end === path.length || path[end] === "/";
  return endsSegment && wholeIdentifier.test(tenant) ? { tenant: tenant.toLowerCase(), end } : undefined;
}

/** The path of a tenant; undefined if it cannot be derived from a regular expression. */
export function pathOfTenant(tenant: string, pattern: TenantPattern): string | undefined {
  const path = (pattern.template ?? defaultTenantPattern).replace(placeholder, tenant);
  const found = findTenant(path, pattern);
  return found?.tenant === tenant && found.end === path.length ? path : undefined;
}
