"use client";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { ThemePreview } from "@/components/resource/theme/theme-preview";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { showTheme } from "@/lib/client/theme/show-theme";
import { type ThemeColours, tokensOf } from "@/lib/theme/palette";
import { systemThemes } from "@/lib/theme/system-themes";

const choices = ["own", "light", "dark"] as const;
type Choice = (typeof choices)[number];

/** Derives a theme from two colours, and applies it here or to the whole product (PR-03). */
export function ThemeLab() {
  const t = useTranslations("playground.theme");
  const themes = useTranslations("shell.theme");
  const [own, setOwn] = useState<ThemeColours>(systemThemes.light);
  const [choice, setChoice] = useState<Choice>("own");
  const box = useRef<HTMLSelectElement>(null);
  const fixed = choice !== "own";
  const colours = fixed ? systemThemes[choice] : own;
  const tokens = tokensOf(colours);
  const change = (part: Partial<ThemeColours>) => setOwn((before) => ({ ...before, ...part }));
  const corrected = (["primary", "accent"] as const).filter((name) => tokens[name] !== colours[name]);

  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{t("title")}</h1>
      <p className="-mt-2 text-muted text-sm">{t("intro")}</p>
      <SectionCard title={t("colours")} titleId="playground-theme-colours">
        <div className="flex flex-wrap items-end gap-4">
          <Field label={t("choice")} className="w-36">
            <Select
              ref={box}
              value={choice}
              onChange={(event) => setChoice(choices.find((one) => one === event.target.value) ?? "own")}
              options={choices.map((value) => ({ value, label: value === "own" ? t(value) : themes(value) }))}
            />
          </Field>
          {(["primary", "accent"] as const).map((name) => (
            <Field key={name} label={t(name)} className="w-28">
              <Input
                type="color"
                disabled={fixed}
                className={fixed ? "p-1" : "cursor-pointer p-1"}
                value={colours[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            </Field>
          ))}
          <Switch
            className="min-h-field"
            label={t("isDark")}
            disabled={fixed}
            checked={colours.isDark}
            onChange={(event) => change({ isDark: event.target.checked })}
          />
          <div className="flex flex-wrap gap-2 sm:ml-auto">
            <Button variant="primary" onClick={() => showTheme(colours)}>
              {t("apply")}
            </Button>
            <Button onClick={() => showTheme(undefined)}>{t("reset")}</Button>
          </div>
        </div>
        <p role="status" className="mt-3 text-muted text-sm">
          {fixed && `${t("cannotChange")}. `}
          {corrected.length === 0
            ? t("kept")
            : corrected
                .map((name) => t("corrected", { name: t(name), from: colours[name], to: tokens[name] }))
                .join(" ")}
        </p>
        {fixed && (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              // The button is removed together with its focus.
              box.current?.focus();
              setOwn(colours);
              setChoice("own");
            }}
          >
            {t("copy")}
          </Button>
        )}
      </SectionCard>
      <ThemePreview colours={colours} />
    </SectionsColumn>
  );
}
