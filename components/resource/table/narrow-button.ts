/** A button above a table: where that is narrow, as on phones, its icon stands for its label, which stays its name. */
export const narrowButton = { button: "@max-md:w-8 @max-md:px-0", label: "@max-md:sr-only" } as const;
