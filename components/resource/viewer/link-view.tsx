"use client";
import { ExternalLink, Link } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ViewerFile } from "./viewer-file";
import { webAddress } from "./web-address";

/** Shows a link, and opens it on demand in a window without access to this one. */
export function LinkView({ file }: { file: ViewerFile }) {
  const t = useTranslations("viewer.link");
  const address = webAddress(file.url);
  return (
    <div className="flex size-full items-center justify-center overflow-auto">
      <EmptyState
        icon={<Link />}
        title={<span className="break-all">{file.name}</span>}
        description={<span className="break-all">{address ? file.url : t("unusable")}</span>}
        action={
          address && (
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ variant: "primary" })}
            >
              <ExternalLink aria-hidden="true" />
              {t("open")}
            </a>
          )
        }
      />
    </div>
  );
}
