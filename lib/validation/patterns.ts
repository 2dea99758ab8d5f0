// What each rule of the platform document's table allows (FM-02). All of them hold for the empty value, and all
// take time linear in the length of the text: every step of a pattern can be matched in one way only.

const fileNamePattern = /^[A-Za-z0-9ÄÖÜäöüß_\-.!+= *'()[\]{}#]*$/;
const phoneNumberPattern = /^\+?[\d\- ()[\]]*$/;
const postCodePattern = /^[\d-]*$/;
const websitePattern =
  /^https?:\/\/(?:\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*)(?::\d{1,5})?(?:[/?#]\S*)?$/iu;
const fieldNamePattern = /^[\p{L}_][\p{L}\p{M}\d_ ]*$/u;
const userNamePattern = /^[A-Za-z0-9_.-]*$/;

/**
 * Letters, German umlauts and ß included, digits, and _ - . ! + = space * ' # and brackets: the broader of the two
 * readings. Names come decomposed from some systems ("u" and a diaeresis), which is the same letter.
 */
export function isFileName(value: string): boolean {
  return fileNamePattern.test(value.normalize("NFC"));
}

/** An optional plus, then digits, hyphens, spaces and brackets; at least one digit. */
export function isPhoneNumber(value: string): boolean {
  return value === "" || (phoneNumberPattern.test(value) && /\d/.test(value));
}

/** Digits and hyphens. */
export function isPostCode(value: string): boolean {
  return postCodePattern.test(value);
}

/** `http` or `https`, a host, and optionally a port and a path. */
export function isWebsite(value: string): boolean {
  return value === "" || websitePattern.test(value);
}

/** Begins with a letter, accents allowed, or an underscore; goes on with letters, digits, underscores and spaces. */
export function isFieldName(value: string): boolean {
  return value === "" || fieldNamePattern.test(value);
}

/** Letters, digits, underscore, dot, hyphen. */
export function isUserName(value: string): boolean {
  return userNamePattern.test(value);
}

/** Parses as JSON (RFC 8259). */
export function isJson(value: string): boolean {
  if (value === "") return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
