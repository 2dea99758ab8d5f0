"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import { listKey, useShowView, type ViewsTarget } from "./use-show-view";

interface OpenedViewProps extends ViewsTarget {
  listViewId: string;
  /** `isGone` if the view no longer exists. */
  onDone: (isGone: boolean) => void;
}

/** Applies the saved view of the address once it is loaded. Renders nothing. */
export default function OpenedView({ listViewId, onDone, ...target }: OpenedViewProps) {
  const t = useTranslations("resource.table.views");
  const show = useShowView(target);
  const { data, error } = useQuery(queryOf(contract["list-views"].detail, { params: { listViewId } }));
  const finish = useEffectEvent(() => {
    const isShown = data?.list === listKey(target.endpoint);
    // A failed request does not mean that the view is gone.
    const isGone = !isShown && (data !== undefined || isNotFound(error));
    if (data && isShown) show(data, { replace: true });
    else toast.info(t(isGone ? "missing" : "notLoaded"));
    onDone(isGone);
  });
  const isKnown = data !== undefined || error !== null;
  useEffect(() => {
    if (isKnown) finish();
  }, [isKnown]);
  return null;
}

/** An invalid id returns 400. */
const isNotFound = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status);
