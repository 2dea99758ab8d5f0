"use client";
import {
  type ComponentType,
  createContext,
  type FocusEvent,
  type RefObject,
  useContext,
  useRef,
  useState,
} from "react";
import { useHydratedValue } from "@/lib/client/hydrated-value";
import { useNavigation } from "@/lib/client/tabs";
import type { GridFocus } from "./use-grid-focus";

export interface RecordPanelProps {
  /** Address and name of the record. */
  address: string;
  name: string;
  /** Box that table and panel share. */
  frame: RefObject<HTMLElement | null>;
  onOpen: () => void;
  onClose: () => void;
}

/** Shows a record beside its list: views are a matter of the shell. Without it, lists have no panel. */
export const RecordPanelContext = createContext<ComponentType<RecordPanelProps> | undefined>(undefined);

interface PanelRows<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Undefined for rows without a record. */
  linkOf?: (row: Row) => string | undefined;
  /** Opens such a row. */
  onOpen?: (row: Row) => void;
  /** Whether the list offers the panel. */
  sidePanel?: boolean;
}

/** Panel with the record of a row, which follows the focus in the grid; undefined where there is none. */
export function useSidePanel<Row>(given: PanelRows<Row>, focus: GridFocus) {
  const { rows, idOf, nameOf, linkOf, onOpen, sidePanel } = given;
  // Its buttons, one for each row, are not part of the served page.
  const Panel = useHydratedValue(useContext(RecordPanelContext), undefined);
  const { open } = useNavigation();
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Row>();
  if (!Panel || !linkOf || !sidePanel) return undefined;
  const address = shown && linkOf(shown);
  const isShown = (row: Row) => shown !== undefined && idOf(shown) === idOf(row);
  return {
    frame,
    /** Shows the record of a row, or closes its panel. */
    toggle(index: number) {
      const row = rows[index];
      if (row === undefined) return;
      if (linkOf(row) === undefined) onOpen?.(row);
      else setShown(isShown(row) ? undefined : row);
    },
    follow({ target }: FocusEvent) {
      const index = target.closest<HTMLElement>("tr[data-index]")?.dataset.index;
      const row = index === undefined ? undefined : rows[Number(index)];
      if (shown !== undefined && row !== undefined && !isShown(row) && linkOf(row) !== undefined)
        setShown(row);
    },
    shown: shown !== undefined &&
      address !== undefined && {
        Panel,
        frame,
        id: idOf(shown),
        address,
        name: nameOf(shown),
        onOpen: () => open(address, { title: nameOf(shown) }),
        onClose() {
          setShown(undefined);
          if (!focus.grid.current?.contains(document.activeElement)) focus.restore();
        },
      },
  };
}
