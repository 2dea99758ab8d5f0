/** Maximum length of a shortcut's label. Separate from its schemas, which the browser does not load. */
export const maxShortcutLabelLength = 200;
