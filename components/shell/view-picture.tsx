"use client";
import { BellIcon, CircleHelp, Languages, MenuIcon, Settings } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  Component,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Area } from "@/components/area/area";
import { useAreas } from "@/components/area/areas-context";
import { findRoute } from "@/components/area/route";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { Logo } from "@/components/ui/logo";
import { PreviewContext } from "@/components/ui/preview-context";
import { SingleKeysContext } from "@/components/ui/single-keys";
import { ownAvatarAddress } from "@/lib/client/api/avatar-address";
import { useCurrentUser, usePermissions } from "@/lib/client/permissions";
import { TabProvider, TabStoreProvider } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { createTabStore } from "@/lib/client/tabs/store";
import { themeStyle } from "@/lib/client/theme/theme-style";
import type { ColourTokens } from "@/lib/theme/palette";
import { ViewSkeleton } from "../ui/view-skeleton";

/** Size of the drawn window in pixels: width unless this window is narrower, and height. */
const maxWidth = 720;
const height = 520;

/** Home, a list with tools, and a form. None of them announces presence. */
const picturedPaths = ["/", "/users", "/my-account"];

/** The views that this user may preview, with labels. */
export function usePicturedViews(): { path: string; label: string }[] {
  const t = useTranslations();
  const { allows } = usePermissions();
  const areas = useAreas();
  return picturedPaths.flatMap((path) => {
    const area = findRoute(areas, path)?.area;
    return area && allows(area) ? { path, label: t(area.label) } : [];
  });
}

interface ViewPictureProps {
  /** Path of the view, such as `/users`. */
  path: string;
  tokens: ColourTokens;
  isDark: boolean;
  /** As shown in the top bar. */
  name: string;
  logo?: string;
}

/**
 * Scaled, non-interactive preview of a view under a top bar with the given colours. Uses a separate tab store without navigation.
 */
export function ViewPicture({ path, tokens, isDark, name, logo }: ViewPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const { width, scale } = useFit(box);
  return (
    <div
      ref={box}
      inert
      aria-hidden="true"
      style={{ height: height * scale }}
      className="relative overflow-hidden rounded-lg border"
    >
      <div
        style={{ ...themeStyle(tokens, isDark), width, height, transform: `scale(${scale})` }}
        className={cn(
          "@container absolute top-0 left-0 flex origin-top-left flex-col bg-surface text-base text-text",
          "[scrollbar-color:var(--control)_transparent]",
        )}
      >
        <Bar name={name} logo={logo} />
        <StillView path={path} />
      </div>
    </div>
  );
}

/** Width and scale of the drawn window to fill the box. */
function useFit(box: RefObject<HTMLElement | null>): { width: number; scale: number } {
  const [fit, setFit] = useState({ width: maxWidth, scale: 0.5 });
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const room = entry?.contentRect.width ?? 0;
      if (room === 0) return;
      const width = Math.max(room, Math.min(maxWidth, window.innerWidth));
      setFit({ width, scale: room / width });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return fit;
}

/** Static copy of the top bar: the real one would enlarge the initial bundle, react to keys and hold window state. */
function Bar({ name, logo }: { name: string; logo?: string }) {
  const prefix = usePrefix();
  const { profile } = useCurrentUser().data ?? {};
  return (
    <div className="flex h-12 shrink-0 items-center gap-4 border-b bg-surface px-5">
      <MenuIcon className="size-4" />
      <span className="flex min-w-0 flex-1 items-center gap-2 font-semibold text-base">
        <Logo src={logo} className="h-6 max-w-24 shrink-0" />
        <span className="truncate">{name}</span>
      </span>
      {[Settings, CircleHelp, BellIcon, Languages].map((Icon) => (
        <Icon key={Icon.displayName} className="size-4 shrink-0" />
      ))}
      {profile && <Avatar {...profile} src={ownAvatarAddress(prefix, profile.avatar)} size={24} />}
    </div>
  );
}

/** Independent of the colours, so that typing one does not rerender it. */
const StillView = memo(function StillView({ path }: { path: string }) {
  const areas = useAreas();
  const home = findRoute(areas, "/")?.area;
  const route = findRoute(areas, path);
  const [tabs] = useState(() => {
    const store = createTabStore("/");
    store.actions.open(path);
    return store;
  });
  if (!route) return null;
  const { area, id, View } = route;
  return (
    <>
      <div className="flex h-9 shrink-0 border-b bg-background">
        {home && home !== area && <TabLook area={home} />}
        <TabLook area={area} active />
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden bg-surface">
        <PreviewContext value={true}>
          <SingleKeysContext value={false}>
            <TabStoreProvider store={tabs}>
              <TabProvider id={tabs.getState().activeId}>
                <PictureBoundary>
                  <Suspense fallback={<ViewSkeleton />}>
                    <View id={id} />
                  </Suspense>
                </PictureBoundary>
              </TabProvider>
            </TabStoreProvider>
          </SingleKeysContext>
        </PreviewContext>
      </div>
    </>
  );
});

function TabLook({ area: { icon: Icon, label }, active = false }: { area: Area; active?: boolean }) {
  const t = useTranslations();
  return (
    <span
      className={cn(
        "relative flex min-w-0 items-center gap-2 border-r px-3 text-sm",
        active ? "bg-surface font-medium text-text" : "bg-background text-muted",
      )}
    >
      {active && <span className="absolute inset-x-0 top-0 h-0.5 bg-primary" />}
      <Icon className={cn("size-4 shrink-0", active && "text-primary")} />
      <span className="truncate">{t(label)}</span>
    </span>
  );
}

/** An error in the previewed view must not affect the colour settings. */
class PictureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <ViewSkeleton /> : this.props.children;
  }
}
