"use client";
import { useQueries } from "@tanstack/react-query";
import { GitCompareArrows } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { PermissionMatrix } from "@/components/resource/permissions/permission-matrix";
import { grantedIn, idsOf } from "@/components/resource/permissions/tree";
import { TableFailed } from "@/components/resource/table/table-states";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
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

/** Stands for a role in cells, which have no room for its name. */
const letterOf = (place: number) => String.fromCharCode("A".charCodeAt(0) + place);

function Comparison({ roles }: { roles: readonly RoleRow[] }) {
  const t = useTranslations("roles.compare");
  const format = useFormat();
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
  const nodes = known[0] ?? [];
  const placesOf = (id: string) => granted.flatMap((names, place) => (names.has(id) ? [place] : []));
  const differs = (id: string) => ![0, roles.length].includes(placesOf(id).length);
  const all = idsOf(nodes);
  const differing = all.filter(differs).length;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ul aria-label={t("roles")} className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
          {roles.map(({ roleId, roleName }, place) => (
            <li key={roleId} className="flex min-w-0 items-center gap-1.5">
              <Badge tone="primary">{letterOf(place)}</Badge>
              <span className="min-w-0 hyphens-auto wrap-anywhere">{roleName}</span>
            </li>
          ))}
        </ul>
        <p role="status" className="flex-1 text-muted text-sm">
          {differing === 0 ? t("same") : t("differences", { count: differing })}
        </p>
      </div>
      <PermissionMatrix
        label={t("title")}
        nodes={nodes}
        granted={new Set(all.filter((id) => placesOf(id).length === roles.length))}
        noteOf={(id) =>
          differs(id)
            ? {
                text: t("only", {
                  names: format.allOf(placesOf(id).map((place) => roles[place]?.roleName ?? "")),
                }),
                mark: (
                  <span aria-hidden="true" className="inline-flex gap-0.5">
                    {placesOf(id).map((place) => (
                      <Badge key={place} tone="primary">
                        {letterOf(place)}
                      </Badge>
                    ))}
                  </span>
                ),
              }
            : undefined
        }
        isShown={onlyDifferences ? differs : undefined}
        actions={
          <Checkbox
            label={t("onlyDifferences")}
            checked={onlyDifferences}
            onChange={({ target }) => setOnlyDifferences(target.checked)}
          />
        }
      />
    </div>
  );
}
