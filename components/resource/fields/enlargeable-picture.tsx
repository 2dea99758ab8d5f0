"use client";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/shell/lazy-part";

// Only whoever enlarges a picture needs it.
const Viewer = lazyPart(() => import("@/components/ui/viewer"));

/** A round picture; a click shows all of it on the whole screen. */
export function EnlargeablePicture({ src, name }: { src: string; name: string }) {
  const t = useTranslations("fields.avatar");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t("enlarge")}
        onClick={() => setOpen(true)}
        className="size-[72px] shrink-0 cursor-zoom-in overflow-hidden rounded-full"
      >
        {/* biome-ignore lint/performance/noImgElement: a picture that is not uploaded yet cannot be optimised by the server */}
        <img src={src} alt={t("preview")} className="size-full object-cover" />
      </button>
      {open && (
        <Suspense>
          <Viewer open onOpenChange={setOpen} title={name}>
            {/* biome-ignore lint/performance/noImgElement: as above */}
            <img src={src} alt={t("preview")} className="size-full object-contain p-4" />
          </Viewer>
        </Suspense>
      )}
    </>
  );
}
