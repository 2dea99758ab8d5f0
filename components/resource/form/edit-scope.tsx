"use client";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type TabGuard, useTab } from "@/lib/client/tabs";

interface EditScope {
  /** The section being edited; one at a time (FM-01). */
  active: string | undefined;
  /** The record shown comes from a list or an earlier visit; editing is disabled until the full record is loaded. */
  isPartial: boolean;
  /** Highlights the tab and makes it ask before closing (TB-06). */
  begin(section: string, guard: TabGuard): void;
  end(section: string): void;
}

const EditScopeContext = createContext<EditScope | undefined>(undefined);

export function useEditScope(): EditScope {
  const scope = useContext(EditScopeContext);
  if (!scope) throw new Error("useEditScope needs an EditScopeProvider above it");
  return scope;
}

interface EditScopeProviderProps {
  isPartial?: boolean;
  children: ReactNode;
}

/**
 * Wraps a view with sections. The guard is set when editing begins and removed when it ends, not in an effect: a hidden tab has
 * no effects, but must keep its edits guarded.
 */
export function EditScopeProvider({ isPartial = false, children }: EditScopeProviderProps) {
  const [active, setActive] = useState<string>();
  const { guard, setHighlighted } = useTab();
  const scope = useMemo<EditScope>(
    () => ({
      active,
      isPartial,
      begin(section, sectionGuard) {
        setActive(section);
        setHighlighted(true);
        guard(sectionGuard);
      },
      end(section) {
        if (active !== section) return;
        setActive(undefined);
        setHighlighted(false);
        guard(undefined);
      },
    }),
    [active, isPartial, guard, setHighlighted],
  );
  return <EditScopeContext.Provider value={scope}>{children}</EditScopeContext.Provider>;
}
