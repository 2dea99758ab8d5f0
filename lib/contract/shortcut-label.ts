/** Characters of what a shortcut is called. Apart from its schemas, which the browser does not load. */
export const maxShortcutLabelLength = 200;
