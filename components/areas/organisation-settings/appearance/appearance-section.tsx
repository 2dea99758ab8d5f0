"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useId, useState } from "react";
import { ErrorView } from "@/components/errors/error-view";
import { lazyPart } from "@/components/loading/lazy-part";
import { useEditScope } from "@/components/resource/form/edit-scope";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { SectionCard } from "@/components/resource/form/section-card";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { tooltipAttributes } from "@/components/ui/tooltip";
import { ViewSkeleton } from "@/components/ui/view-skeleton";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { OrganisationSettings } from "@/lib/contract/organisation-settings";
import type { Theme } from "@/lib/contract/themes";
import { NameSection } from "./name-section";
import type { PicturedLook } from "./theme-pictures";
import { ThemeSection } from "./theme-section";

const ThemePictures = lazyPart<PicturedLook>(() => import("./theme-pictures"));
const NewThemeDialog = lazyPart(() => import("./new-theme-dialog"));

/** Name, logos and colours of the organisation, beside a preview of them (OR-01, OR-02). */
export default function AppearanceSection({ settings }: { settings: OrganisationSettings }) {
  const query = useQuery(queryOf(contract["organisation-settings"].themes, {}));
  const [chosen, setChosen] = useState<string>();
  const [pictured, setPictured] = useState<PicturedLook>();
  const { data: themes, error, refetch } = query;
  if (!themes && error)
    return <ErrorView status={error instanceof ApiError ? error.status : 0} onRetry={() => refetch()} />;
  if (!themes) return <ViewSkeleton />;
  const shown =
    themes.find((theme) => idOf(theme) === chosen) ?? themes.find(({ isDefault }) => isDefault) ?? themes[0];
  if (!shown) return null;
  return (
    <div className="@container">
      <div className="grid max-w-[1360px] items-start gap-4 p-4 sm:px-6 @min-[840px]:grid-cols-[minmax(340px,7fr)_minmax(0,12fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <NameSection settings={settings} />
          <ThemeList themes={themes} shown={shown} onChoose={(theme) => setChosen(idOf(theme))} />
          <ThemeSection key={idOf(shown)} theme={shown} onLook={setPictured} />
        </div>
        {/* Outside of the forms, since the previewed views contain forms. */}
        <div className="min-w-0 @min-[840px]:sticky @min-[840px]:top-4">
          {pictured && (
            <Suspense fallback={null}>
              <ThemePictures {...pictured} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  );
}

/** Built-in themes have no id, and fixed names. */
const idOf = ({ themeId, name }: Theme) => themeId ?? name;

interface ThemeListProps {
  themes: readonly Theme[];
  shown: Theme;
  onChoose: (theme: Theme) => void;
}

function ThemeList({ themes, shown, onChoose }: ThemeListProps) {
  const t = useTranslations("organisation-settings.appearance");
  const form = useTranslations("resource.form");
  const { has } = usePermissions();
  const { active } = useEditScope();
  const [creating, setCreating] = useState(false);
  const reason = active === undefined ? undefined : form("otherSectionEdited");
  return (
    <SectionCard
      title={t("title")}
      titleId={useId()}
      description={t("description")}
      action={
        has("OrganisationSettingView_EditAction") && (
          <ReasonedButton size="sm" icon={<Plus />} disabledReason={reason} onClick={() => setCreating(true)}>
            {t("new")}
          </ReasonedButton>
        )
      }
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-2">
        {themes.map((theme) => (
          <li key={idOf(theme)}>
            <ThemeChoice
              theme={theme}
              isShown={theme === shown}
              disabledReason={reason}
              onChoose={() => onChoose(theme)}
            />
          </li>
        ))}
      </ul>
      {creating && (
        <Suspense fallback={null}>
          <NewThemeDialog
            from={shown}
            onMade={(theme) => onChoose(theme)}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </SectionCard>
  );
}

interface ThemeChoiceProps {
  theme: Theme;
  isShown: boolean;
  disabledReason: string | undefined;
  onChoose: () => void;
}

function ThemeChoice({ theme, isShown, disabledReason, onChoose }: ThemeChoiceProps) {
  const t = useTranslations("organisation-settings.appearance");
  const { name, primary, accent, isDefault, themeId } = theme;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-disabled={disabledReason !== undefined || undefined}
      aria-description={disabledReason}
      {...tooltipAttributes(disabledReason)}
      onClick={disabledReason === undefined ? onChoose : undefined}
      className={cn(
        "flex w-full items-center gap-2.5 rounded border px-3 py-2 text-left hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
        isShown && "border-primary bg-selected",
      )}
    >
      <span aria-hidden="true" className="flex shrink-0 forced-color-adjust-none">
        <span className="size-5 rounded-full border" style={{ backgroundColor: primary }} />
        <span className="-ml-1.5 size-5 rounded-full border" style={{ backgroundColor: accent }} />
      </span>
      <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
      {isDefault && <Badge tone="primary">{t("default")}</Badge>}
      {themeId === null && <Badge>{t("system")}</Badge>}
    </button>
  );
}
