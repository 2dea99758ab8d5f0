"use client";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { fillStyle } from "@/lib/theme/colours";

/** The tenant that this page works in; undefined while multi-tenancy is off. */
function useOwnTenant(): { name: string; fill: ReturnType<typeof fillStyle> } | undefined {
  const { multiTenancy, tenant } = usePublicConfig();
  const { data } = useCurrentUser();
  if (!multiTenancy || tenant === undefined) return undefined;
  const own = data?.tenants.find(({ tenantIdentifier }) => tenantIdentifier === tenant);
  return { name: own?.tenantName ?? tenant, fill: fillStyle(own?.tenantColour ?? "") };
}

/** Says whose data this is, in the tenant's own colour, so that nobody edits the wrong one. */
export function TenantMark() {
  const tenant = useOwnTenant();
  if (!tenant) return null;
  return (
    <>
      {tenant.fill && (
        <span aria-hidden="true" className="fixed inset-x-0 top-0 z-10 h-[3px]" style={tenant.fill} />
      )}
      <span
        className="ml-1 min-w-0 max-w-56 truncate rounded-sm border border-border bg-hover px-1.5 py-0.5 font-medium text-muted text-xs"
        style={tenant.fill && { ...tenant.fill, borderColor: "transparent" }}
      >
        {tenant.name}
      </span>
    </>
  );
}
