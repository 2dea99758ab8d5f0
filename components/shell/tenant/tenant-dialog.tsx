"use client";
import { Check, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { fold } from "@/lib/format/fold";
import { TenantDot } from "./tenant-dot";
import { useEnterTenant } from "./use-enter-tenant";

/** Others are found by typing. */
const maxShown = 50;

/** Searches the user's tenants by name and identifier; Enter opens the first match. */
export function TenantDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.tenants");
  const { tenant } = usePublicConfig();
  const tenants = useCurrentUser().data?.tenants ?? [];
  const enter = useEnterTenant();
  const [phrase, setPhrase] = useState("");

  const wanted = fold(phrase.trim());
  const found = tenants.filter(({ tenantName, tenantIdentifier }) =>
    [tenantName, tenantIdentifier].some((text) => fold(text).includes(wanted)),
  );
  const shown = found.slice(0, maxShown);
  const go = (identifier: string | undefined) => {
    if (identifier === undefined) return;
    onClose();
    enter(identifier);
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="sm" title={t("change")}>
      <search className="block pb-2">
        <Input
          role="searchbox"
          aria-label={t("search")}
          placeholder={t("search")}
          icon={<Search />}
          value={phrase}
          onChange={(event) => setPhrase(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") go(shown[0]?.tenantIdentifier);
          }}
        />
      </search>
      <ul aria-label={t("list")} className="-mx-2 max-h-[50dvh] overflow-y-auto pb-3">
        {shown.map(({ tenantIdentifier, tenantName, tenantColour }) => {
          const isHere = tenantIdentifier === tenant;
          return (
            <li key={tenantIdentifier}>
              <button
                type="button"
                aria-current={isHere || undefined}
                onClick={() => go(tenantIdentifier)}
                className={cn(
                  "flex h-9 w-full items-center gap-2 rounded px-2 text-left text-sm hover:bg-hover",
                  isHere && "bg-selected",
                )}
              >
                <TenantDot colour={tenantColour} />
                <span className="min-w-0 flex-1 truncate">{tenantName}</span>
                <span className="max-w-32 truncate text-muted text-xs">{tenantIdentifier}</span>
                {isHere && <Check aria-hidden="true" className="size-4 text-primary" />}
              </button>
            </li>
          );
        })}
      </ul>
      <p role="status" className="pb-3 text-muted text-xs">
        {t("found", { count: found.length })}
      </p>
    </Dialog>
  );
}
