"use client";
import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { contract } from "@/lib/contract";
import type { Endpoint } from "@/lib/contract/endpoint";
import { narrowButton } from "../../list/narrow-button";

const ImportDialog = lazyPart(() => import("./import-dialog"));

const areas: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = contract;

/** Imports files into an area that supports creating records without a file (TL-09). */
export function ImportButton({ area, collection }: { area: string; collection: string }) {
  const t = useTranslations("import");
  const isThere = useKnownCapability("imports") !== false;
  const [isOpen, setOpen] = useState(false);
  const { create, save } = areas[area] ?? {};
  if (!isThere || !create || create.upload || !save) return null;
  return (
    <>
      <Tooltip content={t("hint")}>
        <Button icon={<Upload />} className={narrowButton.button} onClick={() => setOpen(true)}>
          <span data-label className={narrowButton.label}>
            {t("action")}
          </span>
        </Button>
      </Tooltip>
      <Suspense>
        {isOpen && <ImportDialog area={area} collection={collection} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
