/** Button above a table: in narrow tables the label is visually hidden and only the icon shown. */
export const narrowButton = { button: "@max-md:w-8 @max-md:px-0", label: "@max-md:sr-only" } as const;
