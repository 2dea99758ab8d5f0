"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchInput } from "@/components/ui/search-input";
import type { PermissionNode } from "@/lib/contract/roles";
import { usePermissionLabel, usePermissionPartLabel } from "./labels";
import { PermissionViewCard } from "./permission-view-card";
import { type Granted, itemsOf } from "./tree";

interface PermissionEditorProps {
  nodes: readonly PermissionNode[];
  granted: Granted;
  editing: boolean;
  /** Nobody grants what they lack themselves; the server refuses it too. */
  canGrant: (id: string) => boolean;
  onChange: (granted: Granted) => void;
}

/** All views with their actions and sections, found by their label or their technical name (PM-03). */
export function PermissionEditor({ nodes, granted, editing, canGrant, onChange }: PermissionEditorProps) {
  const t = useTranslations("permissions");
  const common = useTranslations("common");
  const fullLabel = usePermissionLabel();
  const partLabel = usePermissionPartLabel();
  const [phrase, setPhrase] = useState("");
  const [showNames, setShowNames] = useState(false);

  const wanted = phrase.trim().toLocaleLowerCase();
  const found = (text: string) => text.toLocaleLowerCase().includes(wanted);
  const matches = (id: string) => found(id) || found(fullLabel(id));
  const shown = nodes.filter((node) => itemsOf(node).some(({ id }) => matches(id)));

  return (
    <div className="@container flex flex-col gap-3">
      <search className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-56 flex-1 sm:max-w-80">
          <SearchInput
            role="searchbox"
            aria-label={t("search")}
            placeholder={common("search")}
            value={phrase}
            onChange={(event) => setPhrase(event.target.value)}
            onKeyDown={(event) => {
              // Not the Enter that saves the form around it.
              if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
            }}
          />
        </div>
        <Checkbox
          label={t("technicalNames")}
          checked={showNames}
          onChange={(event) => setShowNames(event.target.checked)}
        />
      </search>
      {shown.map((node) => (
        <PermissionViewCard
          key={node.view.permissionId}
          node={node}
          granted={granted}
          editing={editing}
          // A view found by its own name shows all that is in it.
          matches={found(partLabel(node.view.permissionId)) ? () => true : matches}
          canGrant={canGrant}
          showNames={showNames}
          onChange={onChange}
        />
      ))}
      {shown.length === 0 && (
        <EmptyState
          icon={<Search />}
          title={common("noResults")}
          action={<Button onClick={() => setPhrase("")}>{t("clearSearch")}</Button>}
        />
      )}
    </div>
  );
}
