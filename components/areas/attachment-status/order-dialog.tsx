"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { StatusChip } from "@/components/resource/attachments/status-chip";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import type { AttachmentStatusRow } from "@/lib/contract/attachment-status";
import { allRows } from "@/lib/contract/paging";
import { nameOfStatus } from "./attachment-status";

const { list, move } = contract["attachment-status"];
const scope = "attachment-status-order";

/** All statuses in order, moved by handles or buttons; each move is saved immediately (AM-04). */
export default function OrderDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("attachment-status.order");
  const { data } = useQuery(
    queryOf(list, { query: { pageLimit: allRows, sortBy: "sortOrder", sortDir: "asc" } }),
  );
  const { ordered, put } = useOrder(data?.list);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t("title")}
      description={ordered && ordered.length < 2 ? undefined : t("hint")}
      size="sm"
    >
      {!ordered ? (
        <Skeleton className="h-36" />
      ) : ordered.length < 2 ? (
        <p className="pb-4 text-sm">{t("tooFew")}</p>
      ) : (
        <Rows statuses={ordered} onPut={put} />
      )}
    </Dialog>
  );
}

/** The statuses with optimistic moves, which are saved sequentially. */
function useOrder(stored: readonly AttachmentStatusRow[] | undefined) {
  const client = useQueryClient();
  const [moved, setMoved] = useState<readonly AttachmentStatusRow[]>();
  const moving = useMutation({
    scope: { id: scope },
    mutationKey: [scope],
    mutationFn: ({ attachmentStatusId, before }: { attachmentStatusId: string; before: string | null }) =>
      call(move, { params: { attachmentStatusId }, body: { before } }),
    // A toast reports the failure, like any other; the stored order is then shown.
    onSettled: async () => {
      if (client.isMutating({ mutationKey: [scope] }) > 1) return;
      await invalidateAreas(client, move.affects);
      if (client.isMutating({ mutationKey: [scope] }) <= 1) setMoved(undefined);
    },
  });
  const ordered = moved ?? stored;
  const put = (from: number, to: number) => {
    const status = ordered?.[from];
    if (!status || from === to) return;
    const next = ordered.toSpliced(from, 1).toSpliced(to, 0, status);
    setMoved(next);
    const { attachmentStatusId } = status;
    moving.mutate({ attachmentStatusId, before: next[to + 1]?.attachmentStatusId ?? null });
  };
  return { ordered, put };
}

interface RowsProps {
  statuses: readonly AttachmentStatusRow[];
  onPut: (from: number, to: number) => void;
}

function Rows({ statuses, onPut }: RowsProps) {
  const t = useTranslations("attachment-status.order");
  const [announcement, announce] = useState("");
  const step = (id: string, steps: number) => {
    const from = statuses.findIndex(({ attachmentStatusId }) => attachmentStatusId === id);
    const to = Math.min(Math.max(from + steps, 0), statuses.length - 1);
    const status = statuses[from];
    if (!status || from === to) return;
    onPut(from, to);
    announce(t("moved", { name: nameOfStatus(status), place: to + 1, count: statuses.length }));
  };
  const { drag, begin } = useDragging(step);
  const named = statuses.map((status) => ({ ...status, name: nameOfStatus(status) }));
  return (
    <>
      <ol className="flex flex-col">
        {named.map(({ attachmentStatusId: id, name, color }, place) => (
          <li
            key={id}
            className={cn(
              "flex select-none items-center gap-2 rounded bg-raised py-1",
              drag?.from === place && "relative z-10 shadow-float",
              drag && drag.from !== place && "motion-safe:transition-transform motion-safe:duration-100",
            )}
            style={drag && { transform: `translateY(${shiftOf(place, drag)}px)` }}
          >
            <span
              aria-hidden="true"
              className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center text-muted active:cursor-grabbing [&_svg]:size-4"
              onPointerDown={(event) => begin(event, id, place)}
            >
              <GripVertical />
            </span>
            <span className="min-w-0 flex-1 text-sm">
              <StatusChip name={name} colour={color} />
            </span>
            <IconButton
              size="sm"
              label={t("up", { name })}
              aria-disabled={place === 0 || undefined}
              onClick={() => step(id, -1)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              size="sm"
              label={t("down", { name })}
              aria-disabled={place === statuses.length - 1 || undefined}
              onClick={() => step(id, 1)}
            >
              <ArrowDown />
            </IconButton>
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

interface Drag {
  from: number;
  to: number;
  /** Pixels from the start position. */
  by: number;
  /** Height of a row in pixels. */
  height: number;
}

/** Offset of a row to make room for the dragged one. */
function shiftOf(place: number, { from, to, by, height }: Drag): number {
  if (place === from) return by;
  if (place > from && place <= to) return -height;
  return place < from && place >= to ? height : 0;
}

/** Drags a row by its handle with mouse, pen or touch; Escape cancels. */
function useDragging(step: (id: string, steps: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef(step);
  latest.current = step;
  const following = useRef<AbortController>(undefined);
  useEffect(() => () => following.current?.abort(), []);

  const begin = (down: PointerEvent<HTMLElement>, id: string, from: number) => {
    const row = down.currentTarget.closest("li");
    const count = row?.parentElement?.childElementCount;
    if (!row || !count || down.button !== 0 || !down.isPrimary) return;
    following.current?.abort();
    const stop = new AbortController();
    const { signal } = stop;
    following.current = stop;
    const { pointerId, clientY: start } = down;
    const height = row.offsetHeight;
    let steps = 0;
    setDrag({ from, to: from, by: 0, height });
    signal.addEventListener("abort", () => setDrag(undefined));
    const listen = <Type extends "pointermove" | "pointerup" | "pointercancel">(
      type: Type,
      handle: (event: WindowEventMap[Type]) => void,
    ) => window.addEventListener(type, (event) => event.pointerId === pointerId && handle(event), { signal });
    listen("pointermove", ({ clientY }) => {
      const by = Math.min(Math.max(clientY - start, -from * height), (count - 1 - from) * height);
      steps = Math.round(by / height);
      setDrag({ from, to: from + steps, by, height });
    });
    listen("pointerup", () => {
      stop.abort();
      latest.current(id, steps);
    });
    listen("pointercancel", () => stop.abort());
    window.addEventListener("blur", () => stop.abort(), { signal });
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Before the dialog handles Escape, which would close it.
      event.preventDefault();
      event.stopPropagation();
      stop.abort();
    };
    window.addEventListener("keydown", cancel, { signal, capture: true });
  };
  return { drag, begin };
}
