"use client";
import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { ApiKeyRow } from "@/lib/contract/api-keys";
import { invalidateAreas } from "../list/invalidate";
import { useLocalListState } from "../list/list-state";
import { useSelection } from "../list/selection";
import { useConfirmedCall } from "../record/confirmed-call";
import { type ColumnChanges, useListColumns } from "../table/list-columns";
import { ResourceTable } from "../table/resource-table";
import type { ApiKeyCalls } from "./calls";
import { GenerateKey } from "./generate-key";

interface ApiKeysProps {
  calls: ApiKeyCalls;
  /** Why keys can be neither created nor revoked. */
  lockedReason?: string;
}

/** Manages a user's API keys: create, see last use, revoke (US-05). */
export function ApiKeys({ calls, lockedReason }: ApiKeysProps) {
  const t = useTranslations("api-keys");
  const client = useQueryClient();
  const control = useLocalListState(contract.user.apiKeys);
  const selection = useSelection<ApiKeyRow>();
  const selected = [...selection.selected.values()];
  const nameOf = ({ keyName, keyEnding }: ApiKeyRow) => keyName || `…${keyEnding}`;
  const revoke = useConfirmedCall<ApiKeyRow>({
    question: (rows) => ({
      title: t("revokeTitle", { count: rows.length, name: rows[0] ? nameOf(rows[0]) : "" }),
      description: t("revokeLost"),
      confirmLabel: t("revoke"),
    }),
    run: (rows) => calls.revoke(rows.map(({ apiKeyId }) => apiKeyId)),
    nameOf,
    areas: calls.affects,
  });

  return (
    <div className="flex flex-col gap-5">
      {lockedReason === undefined ? (
        <GenerateKey create={calls.create} onCreated={() => invalidateAreas(client, calls.affects)} />
      ) : (
        <Alert tone="info">{lockedReason}</Alert>
      )}
      <ResourceTable
        endpoint={calls.list as typeof contract.users.apiKeys}
        params={calls.params}
        label={t("existing")}
        columns={useKeyColumns()}
        control={control}
        idOf={({ apiKeyId }) => apiKeyId}
        nameOf={nameOf}
        selection={lockedReason === undefined ? { mode: "checkbox", ...selection } : undefined}
        bulkActions={
          <Button
            variant="danger"
            size="sm"
            loading={revoke.pending}
            onClick={async () => {
              const left = await revoke.askForAll(selected);
              selection.setSelected(new Map(left.map((row) => [row.apiKeyId, row])));
            }}
          >
            {t("revoke")}
          </Button>
        }
        empty={{ icon: <KeyRound />, title: t("empty"), description: t("emptyHint") }}
        narrowing={<h3 className="mr-auto font-medium text-sm">{t("existing")}</h3>}
        withoutSearch
        withoutLayout
        className="max-h-96 min-h-56"
      />
    </div>
  );
}

function useKeyColumns() {
  const t = useTranslations("api-keys");
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  const changes = useMemo<ColumnChanges<ApiKeyRow>>(
    () => ({
      keyName: {
        cell: ({ keyName, keyEnding, bound }) => (
          <>
            {keyName} <span className="font-mono text-muted">…{keyEnding}</span>
            {bound && <span className="block text-muted text-xs">{t(`bound.${bound}`)}</span>}
          </>
        ),
        wraps: true,
      },
      lastUsedOn: { cell: ({ lastUsedOn }) => (lastUsedOn ? format.dateTime(lastUsedOn) : never) },
      validUntil: {
        cell: ({ validUntil }) => (validUntil ? format.dateTime(validUntil) : t("untilRevoked")),
      },
    }),
    [t, never, format],
  );
  return useListColumns(contract.users.apiKeys, "api-keys", changes);
}
