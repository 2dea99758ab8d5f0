import { type NextRequest, NextResponse } from "next/server";
import { config as settings } from "./lib/server/config/config";
import { contentSecurityPolicy } from "./lib/server/core/csp";
import { canonicalPath } from "./lib/server/tenancy/canonical";
import { tenantLocationOf } from "./lib/server/tenancy/tenant-location";
import { searchHeader, tenantLocationHeaders } from "./lib/server/tenancy/tenant-location-headers";

// Excludes assets and the BFF: middleware would truncate their bodies at 10 MB.
export const config = { runtime: "nodejs", matcher: ["/((?!(?:.*/)?(?:_next/|api/)).*)"] };

const probes = new Set(["/health", "/ready"]);

export function middleware(request: NextRequest): NextResponse {
  const { publicUrl, ...tenancy } = settings();
  const { nextUrl } = request;
  if (probes.has(nextUrl.pathname)) return NextResponse.next();
  if (
    probes.has(nextUrl.pathname.slice(tenancy.basePath.length)) &&
    nextUrl.pathname.startsWith(tenancy.basePath)
  )
    return rewriteTo(request, nextUrl.pathname.slice(tenancy.basePath.length), {});
  const place = tenantLocationOf(nextUrl.pathname, tenancy);
  if (!place) return new NextResponse("Not found", { status: 404, headers: { "cache-control": "no-store" } });

  const path = canonicalPath(place.path);
  const canonical = `${place.prefix}${path}`;
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const https = publicUrl.protocol === "https:";
  const policy = contentSecurityPolicy(nonce, { https, development: process.env.NODE_ENV === "development" });
  const response = sameAddress(nextUrl.pathname, canonical)
    ? rewriteTo(request, path, {
        ...tenantLocationHeaders({ ...place, path }),
        "content-security-policy": policy,
        [searchHeader]: nextUrl.search,
      })
    : redirectTo(request, canonical);
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "no-store");
  return response;
}

/** Ignores a trailing slash: `/admin` and `/admin/` are both served. */
function sameAddress(given: string, canonical: string): boolean {
  return given === canonical || given === canonical.replace(/\/$/, "") || given === `${canonical}/`;
}

function rewriteTo(request: NextRequest, path: string, more: Record<string, string>): NextResponse {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const to = request.nextUrl.clone();
  to.pathname = path;
  return NextResponse.rewrite(to, { request: { headers } });
}

function redirectTo(request: NextRequest, path: string): NextResponse {
  const to = request.nextUrl.clone();
  to.pathname = path;
  return NextResponse.redirect(to, 308);
}
