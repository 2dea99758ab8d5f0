"use client";

import * as Radix from "@radix-ui/react-tabs";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, type LucideIcon, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  Activity,
  type ComponentPropsWithRef,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useIsInSidePanel } from "@/components/ui/side-panel-context";
import { useFormat } from "@/lib/client/format";
import { type Guarded, usePermissions, usePreferences } from "@/lib/client/permissions";
import { settingsWriterOf } from "@/lib/client/settings/settings-writer";
import { useTab } from "@/lib/client/tabs";

/**
 * Parts of a view: a collapsible navigation on the left, on small screens a bar at the bottom (TB-09). Visited parts stay
 * mounted; parts without permission are omitted.
 */
export function SubTabs({ items }: { items: readonly SubTab[] }) {
  const t = useTranslations("shell.subTabs");
  const { query, setQuery } = useTab();
  const { allows } = usePermissions();
  const [expanded, setExpanded] = useSubTabsExpanded();
  const isInPanel = useIsInSidePanel();
  const { number } = useFormat();

  const allowed = items.filter(allows);
  const selected = allowed.find(({ id }) => id === query.tab?.toLowerCase()) ?? allowed[0];
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  if (selected && !visited.has(selected.id)) setVisited(new Set([...visited, selected.id]));
  if (!selected) return null;

  const select = (id: string) => setQuery({ tab: id });
  const isNamed = expanded || isInPanel;
  return (
    <Radix.Root
      orientation={isInPanel ? "horizontal" : "vertical"}
      value={selected.id}
      onValueChange={select}
      className={cn("flex h-full min-h-0 flex-col", !isInPanel && "md:flex-row")}
    >
      <div
        className={cn(
          "shrink-0 border-border bg-background",
          isInPanel ? "border-b p-1" : "hidden flex-col justify-between border-r p-2 md:flex",
          !isInPanel && (expanded ? "w-48" : "w-12"),
        )}
      >
        <Radix.List
          aria-label={t("label")}
          className={cn("flex gap-0.5", isInPanel ? "flex-wrap" : "flex-col low:sticky low:top-2")}
        >
          {allowed.map(({ id, label, icon: Icon, badge }) => (
            <Radix.Trigger
              key={id}
              value={id}
              title={isNamed ? undefined : withoutHyphens(label)}
              // The accessible name stays constant while the count changes.
              aria-description={badge == null ? undefined : number(badge)}
              className={cn(
                "flex h-8 min-w-0 items-center gap-2 rounded px-2 text-muted text-sm hover:bg-hover hover:text-text",
                "data-[state=active]:bg-selected data-[state=active]:font-medium data-[state=active]:text-text",
              )}
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              <span className={isNamed ? "min-w-0 flex-1 truncate text-left" : "sr-only"}>
                {withoutHyphens(label)}
              </span>
              {isNamed && badge != null && (
                <span aria-hidden="true" className="flex">
                  <Badge>{number(badge)}</Badge>
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {!isInPanel && (
          <IconButton
            label={t(expanded ? "collapse" : "expand")}
            side="right"
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? <PanelLeftClose /> : <PanelLeftOpen />}
          </IconButton>
        )}
      </div>
      <div className="relative min-h-0 min-w-0 flex-1">
        {allowed.map(({ id, content }) => (
          <SubTabPanel key={id} id={id} hidden={id !== selected.id}>
            {visited.has(id) && (
              <Activity mode={id === selected.id ? "visible" : "hidden"}>{content}</Activity>
            )}
          </SubTabPanel>
        ))}
      </div>
      {!isInPanel && <SubTabBar items={allowed} selected={selected.id} onSelect={select} />}
    </Radix.Root>
  );
}

function SubTabPanel({ id, hidden, children }: { id: string; hidden: boolean; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useScrollableFocus(panel);
  return (
    <Radix.Content
      ref={panel}
      value={id}
      forceMount
      hidden={hidden}
      tabIndex={-1}
      className="relative h-full overflow-auto low:overflow-visible outline-offset-[-2px] [&[tabindex='-1']]:outline-none"
    >
      {children}
    </Radix.Content>
  );
}

const focusableSelector =
  "a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex='0']";

/** Makes a region focusable for keyboard scrolling if it contains no focusable element. */
function useScrollableFocus(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const look = () => {
      const scrolls = element.scrollHeight > element.clientHeight;
      element.tabIndex = scrolls && !element.querySelector(focusableSelector) ? 0 : -1;
    };
    const observer = new ResizeObserver(look);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, [region]);
}

/** The preference subTabsExpanded: applied optimistically, saved without a message. */
function useSubTabsExpanded(): [boolean, (expanded: boolean) => void] {
  const { subTabsExpanded } = usePreferences();
  const client = useQueryClient();
  return [subTabsExpanded, (expanded) => settingsWriterOf(client).write("subTabsExpanded", String(expanded))];
}

export interface SubTab extends Guarded {
  /** Value of `tab` in the query. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** Number of entries. */
  badge?: number | null;
  content: ReactNode;
}

const maxBarItems = 3;

/** Removes soft hyphens from a label, which mark break points where browsers lack hyphenation. */
function withoutHyphens(label: string): string {
  return label.replaceAll("\u00ad", "");
}

interface SubTabBarProps {
  items: readonly SubTab[];
  selected: string;
  onSelect: (id: string) => void;
}

/** Sub-tabs on small screens: the first three, the others under More. */
function SubTabBar({ items, selected, onSelect }: SubTabBarProps) {
  const t = useTranslations("shell.subTabs");
  const more = items.slice(maxBarItems);
  return (
    <nav
      aria-label={t("label")}
      className="flex shrink-0 border-border border-t bg-surface low:order-first low:border-t-0 low:border-b md:hidden"
    >
      {items.slice(0, maxBarItems).map(({ id, label, icon: Icon }) => (
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
