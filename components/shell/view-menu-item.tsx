"use client";
import type { LucideIcon } from "lucide-react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { KeyHint } from "@/components/ui/kbd";
import { MenuItem } from "@/components/ui/menu";
import { goKeys } from "@/components/ui/single-keys";
import { useSingleKeysSetting } from "@/components/ui/use-single-keys";
import { ViewLink } from "@/lib/client/tabs";
import { followIntoView } from "../ui/view-focus";

/** Menu item that links to a view, so that it can also be opened in the background. */
export function ViewMenuItem({
  to,
  icon: Icon,
  goKey,
  children,
}: {
  to: string;
  icon: LucideIcon;
  /** Key that opens it after `g`. */
  goKey?: string;
  children: ReactNode;
}) {
  const isOn = useSingleKeysSetting();
  const keys = isOn && goKey && goKeys(goKey);
  return (
    <MenuItem asChild>
      <ViewLink to={to} onKeyDown={openInBackground} onClick={openUnlessInBackground}>
        <Icon aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">{children}</span>
        {keys && <KeyHint keys={keys} className="max-sm:hidden pointer-coarse:hidden" />}
      </ViewLink>
    </MenuItem>
  );
}

function openUnlessInBackground({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  if (!(ctrlKey || metaKey || shiftKey || altKey)) followIntoView();
}

/** Menus turn Enter into a plain click; with Ctrl or Cmd it must act as on a link (TB-02). */
function openInBackground(event: KeyboardEvent<HTMLAnchorElement>): void {
  const { ctrlKey, metaKey } = event;
  if (event.key !== "Enter" || !(ctrlKey || metaKey)) return;
  event.preventDefault();
  event.currentTarget.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey }),
  );
}
