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
import { ViewSkeleton } from "@/components/ui/view-skeleton";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { Theme } from "@/lib/contract/themes";
import { ThemeSection } from "./theme-section";

const NewThemeDialog = lazyPart(() => import("./new-theme-dialog"));

/** Themes of the organisation, with the selected one (OR-02). */
export default function AppearanceSection() {
  const query = useQuery(queryOf(contract["organisation-settings"].themes, {}));
  const [chosen, setChosen] = useState<string>();
  const { data: themes, error, refetch } = query;
  if (!themes && error)
    return <ErrorView status={error instanceof ApiError ? error.status : 0} onRetry={() => refetch()} />;
  if (!themes) return <ViewSkeleton />;
  const shown =
    themes.find((theme) => idOf(theme) === chosen) ?? themes.find(({ isDefault }) => isDefault) ?? themes[0];
  if (!shown) return null;
  return (
    <>
      <ThemeList themes={themes} shown={shown} onChoose={(theme) => setChosen(idOf(theme))} />
      <ThemeSection key={idOf(shown)} theme={shown} />
    </>
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
              disabled={active !== undefined}
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
  disabled: boolean;
  onChoose: () => void;
}

function ThemeChoice({ theme, isShown, disabled, onChoose }: ThemeChoiceProps) {
  const t = useTranslations("organisation-settings.appearance");
  const { name, primary, accent, isDefault, themeId } = theme;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      disabled={disabled}
      onClick={onChoose}
      className={cn(
        "flex w-full items-center gap-2.5 rounded border px-3 py-2 text-left hover:bg-hover disabled:cursor-not-allowed disabled:opacity-60",
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
