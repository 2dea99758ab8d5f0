// Bidirectional controls show `x<U+202E>gpj.exe` as `xexe.jpg` (Unicode Technical Report 36, section 2.5.1); line breaks hide the
// rest.
const misleading = /[\p{Bidi_Control}\p{Cc}\u2028\u2029]/gu;

/** Makes a name from a file safe to show: replaces misleading characters by visible ones. */
export const plainName = (name: string) => name.replace(misleading, "\uFFFD");
