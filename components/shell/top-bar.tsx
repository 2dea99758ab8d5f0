"use client";
import { cn } from "@/components/ui/cn";
import { Mark } from "@/components/ui/mark";
import { usePublicConfig } from "@/lib/client/public-config";
import { ViewLink } from "@/lib/client/tabs";
import { Bell } from "./bell/bell";
import { BurgerMenu } from "./burger-menu";
import { InfoMenu } from "./info-menu";
import { LanguageMenu } from "./language-menu";
import { SettingsMenu } from "./settings-menu";
import { TenantMark } from "./tenant-mark";
import { UserMenu } from "./user-menu";

export function TopBar() {
  const { appTitle, multiTenancy } = usePublicConfig();
  return (
    <header className="flex items-center gap-1 border-border border-b bg-surface px-2 sm:px-3">
      <BurgerMenu />
      <ViewLink
        to="/"
        className="ml-1 flex min-w-0 items-center gap-2 rounded px-1 py-1 font-semibold text-base"
      >
        <Mark className="size-6 shrink-0" />
        <span className={cn("truncate", multiTenancy && "max-sm:sr-only")}>{appTitle}</span>
      </ViewLink>
      <TenantMark />
      <div className="flex-1" />
      <SettingsMenu />
      <InfoMenu />
      <Bell />
      <LanguageMenu />
      <UserMenu />
    </header>
  );
}
