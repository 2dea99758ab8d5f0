"use client";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { routeOf } from "@/components/areas/registry";
import { EarlyInput } from "@/components/ui/early-input";
import { useIsZoneKnown } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { ErrorView } from "./error-view";
import { ViewSkeleton } from "./view-skeleton";

/**
 * The view of a path, from when its code has arrived. What goes wrong in it on the server is left to the browser, which
 * shows it in the tab.
 */
export function TabView({ path }: { path: string }) {
  // A time that is typed meanwhile would be taken for one of another zone.
  const isZoneKnown = useIsZoneKnown();
  return (
    // Where a window is lower than a view can be, as at 400 % zoom, the panel around it scrolls (WCAG 1.4.10).
    <div className="h-full min-h-96">
      <Suspense fallback={<ViewSkeleton />}>
        <RoutedView path={path} />
        <EarlyInput wait={!isZoneKnown} />
      </Suspense>
    </div>
  );
}

/** The view of a path, if there is one and the user may see it (RT-03, RT-04). */
function RoutedView({ path }: { path: string }) {
  const t = useTranslations("shell.error");
  const { has, allows } = usePermissions();
  const route = routeOf(path);
  if (!route) return <ErrorView status={404} description={t("pageDescription", { path })} />;

  const { area, kind, id, View } = route;
  const allowed = allows(area) && (kind !== "create" || has(area.createPermission));
  if (!allowed) return <ErrorView status={403} layout="inline" />;

  return <View id={id} />;
}
