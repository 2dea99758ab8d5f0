"use client";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { useForeignChange } from "@/lib/client/live/news";

// Views are rarely changed by others while open.
const LiveNotice = lazyPart(() => import("./live-notice"));

interface LiveChangeProps {
  /** `roles` for a list, `roles/<id>` for a record; undefined without live updates. */
  of: string | undefined;
  /** Time of the latest request, as of `Date.now()`. */
  askedAt: number;
  isEditing?: boolean;
  onShow: () => void;
}

/** Reports changes by others to the visible data, until shown or dismissed (SH-12). */
export function LiveChange({ of, askedAt, isEditing = false, onShow }: LiveChangeProps) {
  const change = useForeignChange(of, askedAt);
  const [dismissed, setDismissed] = useState<object>();
  if (!change || change === dismissed) return null;
  return (
    <Suspense fallback={null}>
      <LiveNotice
        change={change}
        of={of?.includes("/") ? "record" : "list"}
        isEditing={isEditing}
        onShow={onShow}
        onDismiss={() => setDismissed(change)}
      />
    </Suspense>
  );
}
