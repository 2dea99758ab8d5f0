"use client";
import { useTranslations } from "next-intl";
import { routeOf } from "@/components/areas/registry";
import { EarlyInput } from "@/components/ui/early-input";
import { usePermissions } from "@/lib/permissions";
import { ErrorView } from "./error-view";
import { ViewSlot } from "./view-slot";

/** The view of a path, if there is one and the user may see it (RT-03, RT-04). */
export function TabView({ path }: { path: string }) {
  return (
    <>
      <RoutedView path={path} />
      <EarlyInput />
    </>
  );
}

function RoutedView({ path }: { path: string }) {
  const t = useTranslations("shell.error");
  const { has } = usePermissions();
  const route = routeOf(path);
  if (!route) return <ErrorView status={404} description={t("pageDescription", { path })} />;

  const { area, kind, id, View } = route;
  const allowed = has(area.permission) && (kind !== "create" || has(area.createPermission));
  if (!allowed) return <ErrorView status={403} layout="inline" />;

  return <ViewSlot key={`${area.name} ${kind}`} View={View} id={id} />;
}
