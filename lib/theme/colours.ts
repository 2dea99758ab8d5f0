/** The palette for labels and states (FM-08): nine colours, distinguishable in light and dark. */
export const colours = {
  red: "#d1242f",
  orange: "#d4600b",
  yellow: "#c29200",
  green: "#2a8a3e",
  teal: "#0d8f8f",
  blue: "#2563eb",
  violet: "#7c4ddb",
  pink: "#c93a8b",
  grey: "#6b7280",
} as const;
export type ColourName = keyof typeof colours;

export const colourNames = Object.keys(colours) as ColourName[];

export function colourNamed(value: string): ColourName | undefined {
  return colourNames.find((name) => colours[name] === value.toLowerCase());
}

/**
 * Fill and text colour of a palette colour, readable in light and dark (app/colours.css); undefined for other colours and
 * for none.
 */
export function fillStyle(value: string): { backgroundColor: string; color: string } | undefined {
  const name = colourNamed(value);
  return name && { backgroundColor: `var(--label-${name})`, color: `var(--on-label-${name})` };
}
