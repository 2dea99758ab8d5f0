"use client";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type TabGuard, useTab } from "@/lib/client/tabs";

interface EditScope {
  /** The section that is being edited; one at a time (FM-01). */
  active: string | undefined;
  /** What is shown of the record is what a list or an earlier look has told of it; nothing can be edited before the record itself is there. */
  isPartial: boolean;
  /** Highlights the tab and has it ask before it closes (TB-06). */
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
 * Around a view with sections. The guard is set where editing begins and taken back where it ends, not in an
 * effect: effects of a hidden tab are off, and just then its edits must stay guarded.
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
