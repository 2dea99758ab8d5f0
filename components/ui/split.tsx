"use client";
import { GripVertical } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from "react";
import { cn } from "./cn";

interface SplitProps {
  /** Accessible name of the divider. */
  label: string;
  /** Fraction of the width for the left side, 0 to 1; clamped to the minimum sizes. */
  share?: number;
  /** Called after a drag or key has changed the fraction. */
  onShare?: (share: number) => void;
  className?: string;
  left: ReactNode;
  right: ReactNode;
}

/** Width of the divider and minimum width of each side in pixels (SH-06). */
export const splitSizes = { divider: 25, side: 300 } as const;
export const evenShare = 0.5;

const step = 0.05;

/**
 * Two panes with a divider that is dragged or moved by arrow keys, Home and End; double click resets it (SH-06). Stacked if both
 * do not fit.
 */
export function Split({ label, share = evenShare, onShare, className, left, right }: SplitProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { now, isMoving, ...divider } = useDivider(frame, share, onShare);

  return (
    <div className={cn("@container min-h-0", className)}>
      <div
        ref={frame}
        style={{ "--share": now } as React.CSSProperties}
        className={cn(
          "flex h-full min-h-0 flex-col gap-4 @min-[625px]:grid @min-[625px]:gap-0",
          "@min-[625px]:grid-cols-[clamp(300px,calc((100%-25px)*var(--share)),calc(100%-325px))_25px_minmax(0,1fr)]",
          isMoving && "select-none",
        )}
      >
        <div id={`${id}-left`} className="min-h-0 min-w-0">
          {left}
        </div>
        <Divider
          label={label}
          now={now}
          controls={`${id}-left`}
          className="relative @min-[625px]:flex"
          isDrawn
          {...divider}
        />
        <div className="min-h-0 min-w-0">{right}</div>
      </div>
    </div>
  );
}

interface DividerProps extends ComponentProps<"div"> {
  label: string;
  /** Fraction of the left side. */
  now: number;
  /** Id of the left side. */
  controls?: string;
  /** Whether a line marks it, beside its grip. */
  isDrawn?: boolean;
}

/** Divider of two panes; hidden unless `className` shows it, and moved by the handlers of {@link useDivider}. */
export function Divider({ label, now, controls, isDrawn = false, className, ...handlers }: DividerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be dragged
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={Math.round(now * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      {...handlers}
      className={cn(
        "group/divider hidden cursor-col-resize touch-none items-center justify-center outline-none",
        className,
      )}
    >
      {isDrawn && (
        <span
          aria-hidden="true"
          className="drawn absolute inset-y-0 left-3 w-px bg-border transition-colors group-hover/divider:bg-control group-focus-visible/divider:w-0.5 group-focus-visible/divider:bg-ring"
        />
      )}
      <GripVertical
        aria-hidden="true"
        className="relative h-6 w-3.5 rounded-sm border bg-raised text-muted group-focus-visible/divider:border-ring group-focus-visible/divider:text-text"
      />
    </div>
  );
}

/** Fraction of the left side, and handlers of the divider. */
export function useDivider(
  frame: RefObject<HTMLElement | null>,
  share: number,
  onShare: ((share: number) => void) | undefined,
  initialShare = evenShare,
) {
  const [moving, setMoving] = useState<number>();
  const now = moving ?? share;

  const limits = () => {
    const width = Math.max(1, (frame.current?.clientWidth ?? 0) - splitSizes.divider);
    const min = Math.min(evenShare, splitSizes.side / width);
    return { width, min, max: 1 - min };
  };
  const within = (wanted: number) => {
    const { min, max } = limits();
    return Math.min(max, Math.max(min, wanted));
  };
  const settle = (wanted: number) => {
    setMoving(undefined);
    onShare?.(within(wanted));
  };

  const grip = useRef(0);
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    // A replayed press from before hydration: the pointer has been released since.
    if (event.button !== 0 || !event.isTrusted) return;
    const { clientX, currentTarget, pointerId } = event;
    grip.current = clientX - currentTarget.getBoundingClientRect().left;
    currentTarget.setPointerCapture(pointerId);
    setMoving(within(share));
  };
  const drag = ({ clientX }: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (moving !== undefined && box) setMoving(within((clientX - grip.current - box.left) / limits().width));
  };
  const drop = () => {
    if (moving !== undefined) settle(moving);
  };

  const steer = (event: KeyboardEvent) => {
    const { min, max } = limits();
    const current = within(now);
    const wanted = {
      ArrowLeft: current - step,
      ArrowRight: current + step,
      Home: min,
      End: max,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    settle(wanted);
  };

  return {
    now,
    isMoving: moving !== undefined,
    onPointerDown: grab,
    onPointerMove: drag,
    onPointerUp: drop,
    onPointerCancel: drop,
    onDoubleClick: () => settle(initialShare),
    onKeyDown: steer,
  };
}
