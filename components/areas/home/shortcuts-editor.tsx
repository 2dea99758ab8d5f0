"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { removeShortcut, swapShortcuts } from "@/lib/client/shortcut-changes";
import { type ShownShortcut, TileFace, tile, tileGrid } from "./tile";

/** Editable tiles: drag, move by arrow buttons, remove (HO-01). */
export default function ShortcutsEditor({ shown }: { shown: readonly ShownShortcut[] }) {
  const t = useTranslations("home");
  const confirm = useConfirm();
  const client = useQueryClient();
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const [announcement, announce] = useState("");
  const list = useRef<HTMLUListElement>(null);

  const swapTiles = (one: ShownShortcut, place: number) => {
    const other = shown[place];
    if (!other || other === one) return;
    void swapShortcuts(client, stored(one), stored(other));
    announce(t("moved", { name: one.target.label, place: place + 1, count: shown.length }));
  };
  const askToRemove = async (shortcut: ShownShortcut, place: number) => {
    const name = shortcut.target.label;
    const question = { title: t("removeTitle", { name }), description: t("removeLost"), danger: true };
    if (!(await confirm({ ...question, confirmLabel: t("removeShortcut") }))) return;
    void removeShortcut(client, stored(shortcut));
    announce(t("removed", { name }));
    // The focused button is removed with its tile.
    const tiles = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
    (tiles?.[place + 1] ?? tiles?.[place - 1])?.focus();
  };

  return (
    <>
      <p className="px-4 pt-3 text-muted text-sm">{t("editHint")}</p>
      <ul ref={list} className={tileGrid}>
        {shown.map((shortcut, place) => {
          const { userFavoriteActionId: id } = shortcut;
          return (
            <EditedTile
              key={id}
              shortcut={shortcut}
              place={place}
              count={shown.length}
              state={id === dragged ? "dragged" : id === over ? "over" : undefined}
              onSwap={(other) => swapTiles(shortcut, other)}
              onRemove={() => askToRemove(shortcut, place)}
              onDragStart={() => setDragged(id)}
              onDragEnd={() => {
                setDragged(undefined);
                setOver(undefined);
              }}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setOver(id);
              }}
              onDrop={(event) => {
                event.preventDefault();
                const one = shown.find(({ userFavoriteActionId }) => userFavoriteActionId === dragged);
                if (one) swapTiles(one, place);
              }}
            />
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

interface EditedTileProps
  extends Required<Pick<ComponentProps<"li">, "onDragEnd" | "onDragOver" | "onDrop">> {
  shortcut: ShownShortcut;
  /** Index of the tile, less than `count`. */
  place: number;
  count: number;
  state: "dragged" | "over" | undefined;
  /** Swaps with the tile at an index. */
  onSwap: (place: number) => void;
  onRemove: () => void;
  onDragStart: () => void;
}

function EditedTile({
  shortcut,
  place,
  count,
  state,
  onSwap,
  onRemove,
  onDragStart,
  ...drop
}: EditedTileProps) {
  const t = useTranslations("home");
  const name = shortcut.target.label;
  return (
    <li
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", name);
        onDragStart();
      }}
      {...drop}
      className={cn(
        tile,
        "cursor-grab flex-col items-stretch justify-between gap-1 border-dashed",
        state === "dragged" && "opacity-50",
        state === "over" && "border-primary bg-selected",
      )}
    >
      <span className="flex min-h-8 items-center gap-3">
        <TileFace {...shortcut.target} />
      </span>
      <div className="-mx-2 -mb-1 flex items-center">
        <IconButton
          size="sm"
          label={t("moveLeft", { name })}
          aria-disabled={place === 0}
          onClick={() => onSwap(place - 1)}
        >
          <ChevronLeft />
        </IconButton>
        <IconButton
          size="sm"
          label={t("moveRight", { name })}
          aria-disabled={place === count - 1}
          onClick={() => onSwap(place + 1)}
        >
          <ChevronRight />
        </IconButton>
        <IconButton
          size="sm"
          data-remove=""
          className="ml-auto"
          label={t("removeOf", { name })}
          onClick={onRemove}
        >
          <X />
        </IconButton>
      </div>
    </li>
  );
}

/** The stored part of a shortcut. */
const stored = ({ target: _, ...shortcut }: ShownShortcut) => shortcut;
