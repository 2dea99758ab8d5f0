"use client";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/shell/lazy-part";
import { useForeignChange } from "@/lib/client/live/news";

// Few views are changed by others while somebody looks at them.
const LiveNotice = lazyPart(() => import("./live-notice"));

interface LiveChangeProps {
  /** `roles` for a list, `roles/<id>` for a record; undefined for what nothing is told of. */
  of: string | undefined;
  /** When what is shown was asked for last, of `Date.now()`. */
  askedAt: number;
  isEditing?: boolean;
  onShow: () => void;
}

/** Tells of what somebody else has done to what is shown, until it is shown or dismissed (SH-12). */
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
