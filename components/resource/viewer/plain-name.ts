// What turns the rest of a line round shows `x<U+202E>gpj.exe` as `xexe.jpg` (Unicode Technical Report 36, section 2.5.1);
// what breaks the line hides what follows.
const misleading = /[\p{Bidi_Control}\p{Cc}\u2028\u2029]/gu;

/** A name out of a file, as it can be shown: each character that would show it as another name is a visible mark. */
export const plainName = (name: string) => name.replace(misleading, "\uFFFD");
