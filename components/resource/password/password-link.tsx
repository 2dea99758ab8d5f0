"use client";
import { useMutation } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { CopyField } from "../copy-field";

/** Creates a link by which the user sets the password, to be handed over (AU-13). */
export function PasswordLink({ create }: { create: () => Promise<string> }) {
  const t = useTranslations("resource.setPassword.link");
  const { data: link, isPending, mutate } = useMutation({ mutationFn: create, meta: { silent: "success" } });
  return (
    <div className="flex flex-col items-start gap-2 border-t pt-4">
      <p className="text-muted text-sm">{t(link ? "hint" : "description")}</p>
      {link ? (
        <div className="w-full">
          <CopyField
            label={t("field")}
            value={link}
            texts={{ copy: t("copy"), copied: t("copied"), copyFailed: t("copyFailed") }}
          />
        </div>
      ) : (
        <Button icon={<Link2 />} loading={isPending} onClick={() => mutate()}>
          {t("create")}
        </Button>
      )}
    </div>
  );
}
