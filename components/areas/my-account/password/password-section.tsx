"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { Button } from "@/components/ui/button";
import { SetPasswordDialog } from "./set-password-dialog";

/** Sets one's own password; only where people sign in with one (HO-04). */
export default function PasswordSection() {
  const t = useTranslations("my-account.password");
  const [open, setOpen] = useState(false);
  return (
    <SectionCard title={t("title")} titleId={useId()} description={t("description")}>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("action")}
      </Button>
      {open && <SetPasswordDialog onClose={() => setOpen(false)} />}
    </SectionCard>
  );
}
