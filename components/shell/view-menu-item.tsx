"use client";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { MenuItem } from "@/components/ui/menu";
import { ViewLink } from "@/lib/tabs";

/** A menu item that is a link to a view, so that it can be opened in the background too. */
export function ViewMenuItem({
  to,
  icon: Icon,
  children,
}: {
  to: string;
  icon: LucideIcon;
  children: ReactNode;
}) {
  return (
    <MenuItem asChild>
      <ViewLink to={to}>
        <Icon aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">{children}</span>
      </ViewLink>
    </MenuItem>
  );
}
