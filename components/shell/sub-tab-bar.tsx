"use client";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Guarded } from "@/lib/client/permissions";

export interface SubTab extends Guarded {
  /** The value of `tab` in the query. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** How many it lists. */
  badge?: number | null;
  content: ReactNode;
}

const shownAtOnce = 3;

/** A label may say with soft hyphens where a long word can be broken: browsers do not know that of every language. */
export function withoutHyphens(label: string): string {
  return label.replaceAll("\u00ad", "");
}

interface SubTabBarProps {
  items: readonly SubTab[];
  selected: string;
  onSelect: (id: string) => void;
}

/** The sub-tabs on small screens: the first three, the others under More. */
export function SubTabBar({ items, selected, onSelect }: SubTabBarProps) {
  const t = useTranslations("shell.subTabs");
  const more = items.slice(shownAtOnce);
  return (
    <nav aria-label={t("label")} className="flex shrink-0 border-border border-t bg-surface md:hidden">
      {items.slice(0, shownAtOnce).map(({ id, label, icon: Icon }) => (
        <BarButton
          key={id}
          aria-label={withoutHyphens(label)}
          aria-current={id === selected ? "page" : undefined}
          onClick={() => onSelect(id)}
        >
          <Icon aria-hidden="true" />
          <span className="max-w-full hyphens-auto text-center leading-tight [overflow-wrap:anywhere]">
            {label}
          </span>
        </BarButton>
      ))}
      {more.length > 0 && (
        <Menu
          align="end"
          side="top"
          trigger={
            <BarButton aria-current={more.some(({ id }) => id === selected) ? "true" : undefined}>
              <Ellipsis aria-hidden="true" />
              {t("more")}
            </BarButton>
          }
        >
          {more.map(({ id, label, icon: Icon }) => (
            <MenuItem key={id} icon={<Icon />} onSelect={() => onSelect(id)}>
              {withoutHyphens(label)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </nav>
  );
}

function BarButton({ className, ...rest }: ComponentPropsWithRef<"button">) {
  return (
    <button
      type="button"
      className={cn(
        "flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 py-1.5 text-muted text-xs [&_svg]:size-5",
        "aria-[current]:font-medium aria-[current]:text-primary",
        className,
      )}
      {...rest}
    />
  );
}
