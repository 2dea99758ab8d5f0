"use client";
import { useQueries } from "@tanstack/react-query";
import { Check, GitCompareArrows } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { grantedIn, itemsOf } from "@/components/resource/permissions/tree";
import { TableFailed } from "@/components/resource/table/table-states";
import { usePermissionLabel } from "@/components/resource/values/permission-labels";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import type { RoleRow } from "@/lib/contract/roles";

/** Maximum number of roles side by side. */
const maxCompared = 4;

/** Button that compares the selected roles, with its dialog (PM-05). */
export default function CompareRoles({ rows }: { rows: readonly RoleRow[] }) {
  const t = useTranslations("roles.compare");
  const [compared, setCompared] = useState<readonly RoleRow[]>();
  return (
    <>
      <ReasonedButton
        size="sm"
        icon={<GitCompareArrows />}
        disabledReason={rows.length < 2 || rows.length > maxCompared ? t("howMany") : undefined}
        onClick={() => setCompared(rows)}
      >
        {t("action")}
      </ReasonedButton>
      {compared && (
        <Dialog
          open
          onOpenChange={() => setCompared(undefined)}
          size="xl"
          title={t("title")}
          className="pb-4"
        >
          <Comparison roles={compared} />
        </Dialog>
      )}
    </>
  );
}

function Comparison({ roles }: { roles: readonly RoleRow[] }) {
  const t = useTranslations("roles.compare");
  const labelOf = usePermissionLabel();
  const [onlyDifferences, setOnlyDifferences] = useState(true);
  const trees = useQueries({
    queries: roles.map(({ roleId }) => queryOf(contract.roles.permissions, { params: { roleId } })),
  });
  const failed = trees.find(({ error, data }) => error && !data);
  if (failed?.error)
    return <TableFailed error={failed.error} onRetry={() => trees.map(({ refetch }) => refetch())} />;
  const known = trees.flatMap(({ data }) => (data ? [data] : []));
  if (known.length < roles.length) return <Skeleton className="h-60 w-full" />;

  const granted = known.map(grantedIn);
  const all = (known[0] ?? []).flatMap(itemsOf).map(({ id }) => id);
  const differing = all.filter((id) => new Set(granted.map((names) => names.has(id))).size > 1);
  const shown = onlyDifferences ? differing : all;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-muted text-sm">
          {differing.length === 0 ? t("same") : t("differences", { count: differing.length })}
        </p>
        <Checkbox
          label={t("onlyDifferences")}
          checked={onlyDifferences}
          onChange={({ target }) => setOnlyDifferences(target.checked)}
        />
      </div>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section aria-label={t("title")} tabIndex={0} className="max-h-[60dvh] overflow-auto rounded border">
          {/* Small screens show as many columns as fit without broken words; the others scroll. */}
          <table className="w-full table-fixed text-sm" style={{ minWidth: 136 + roles.length * 88 }}>
            <thead className="sticky top-0 bg-surface">
              <tr>
                <th scope="col" className="w-2/5 px-3 py-2 text-left font-medium">
                  {t("permission")}
                </th>
                {roles.map(({ roleId, roleName }) => (
                  <th key={roleId} scope="col" className="hyphens-auto px-3 py-2 font-medium wrap-anywhere">
                    {roleName}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((id) => (
                <tr key={id} className="border-t">
                  <th
                    scope="row"
                    title={id}
                    className="hyphens-auto px-3 py-1.5 text-left font-normal wrap-anywhere"
                  >
                    {labelOf(id)}
                  </th>
                  {granted.map((names, place) => (
                    <td key={roles[place]?.roleId} className="px-3 py-1.5 text-center">
                      {names.has(id) ? (
                        <>
                          <Check aria-hidden="true" className="mx-auto size-4 text-success" />
                          <span className="sr-only">{t("granted")}</span>
                        </>
                      ) : (
                        <>
                          <span aria-hidden="true" className="text-muted">
                            –
                          </span>
                          <span className="sr-only">{t("notGranted")}</span>
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
