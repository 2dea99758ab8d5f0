import { colourNamed, fillStyle } from "@/lib/theme/colours";

/** Attachment status with its colour and name. */
export function StatusChip({ name, colour }: { name: string; colour: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5 align-bottom">
      <span
        aria-hidden="true"
        className="size-2.5 forced-color-adjust-none shrink-0 rounded-full border border-transparent"
        style={
          colourNamed(colour)
            ? { backgroundColor: fillStyle(colour)?.backgroundColor }
            : { borderColor: "var(--control)" }
        }
      />
      <span className="truncate">{name}</span>
    </span>
  );
}
