"use client";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { routeOf } from "@/components/areas/registry";
import { usePermissions } from "@/lib/permissions";
import { ErrorView } from "./error-view";
import { ViewSkeleton } from "./view-skeleton";

/** The view of a path, if there is one and the user may see it (RT-03, RT-04). */
export function TabView({ path }: { path: string }) {
  const t = useTranslations("shell.error");
  const { has } = usePermissions();
  const route = routeOf(path);
  if (!route) return <ErrorView status={404} description={t("pageDescription", { path })} />;

  const { area, kind, id, View } = route;
  const allowed = has(area.permission) && (kind !== "create" || has(area.createPermission));
  if (!allowed) return <ErrorView status={403} layout="inline" />;

  return (
    <Suspense fallback={<ViewSkeleton />}>
      <View id={id} />
    </Suspense>
  );
}
