"use client";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { PickerDialog } from "@/components/resource/picker/picker-dialog";
import { Button } from "@/components/ui/button";
import { contract } from "@/lib/contract";

/** The picker dialog with one choice and with many (TL-06). */
export function PickerSamples() {
  const t = useTranslations("playground.pickers");
  const [mode, setMode] = useState<"radio" | "checkbox">();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const columns = useMemo(
    () => [{ id: "name", header: t("roleName"), cell: ({ name }: { name: string }) => name }],
    [t],
  );
  return (
    <SectionCard title={t("title")} titleId="playground-pickers">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setMode("radio")}>{t("one")}</Button>
        <Button onClick={() => setMode("checkbox")}>{t("many")}</Button>
        <output className="text-muted text-sm">{chosen.join(", ")}</output>
      </div>
      <PickerDialog
        open={mode !== undefined}
        onOpenChange={() => setMode(undefined)}
        mode={mode}
        title={mode === "radio" ? t("one") : t("many")}
        endpoint={contract.dictionaries.roles}
        label={t("roles")}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        empty={{ icon: <ShieldCheck />, title: t("none") }}
        onChoose={async (rows) => setChosen(rows.map(({ name }) => name))}
        areas={[]}
      />
    </SectionCard>
  );
}
