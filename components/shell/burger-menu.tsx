"use client";
import { House, MenuIcon, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { type Guarded, usePermissions } from "@/lib/client/permissions";
import { ViewMenuItem } from "./view-menu-item";

const toggleDelay = 150;

/** For who may view users or roles (SH-01). */
const search: Guarded = { permission: "UserView", isAllowed: ({ has }) => has("RoleView") };

/** Opens and closes 150 ms after it was asked to, as the platform document wants it. */
export function BurgerMenu() {
  const t = useTranslations("shell.menu");
  const { allows } = usePermissions();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const toggle = (next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), toggleDelay);
  };

  return (
    <Menu
      open={open}
      onOpenChange={toggle}
      trigger={
        <IconButton label={t("main")}>
          <MenuIcon />
        </IconButton>
      }
    >
      <ViewMenuItem to="/" icon={House}>
        {t("dashboard")}
      </ViewMenuItem>
      {allows(search) && (
        <ViewMenuItem to="/search" icon={Search}>
          {t("search")}
        </ViewMenuItem>
      )}
    </Menu>
  );
}
