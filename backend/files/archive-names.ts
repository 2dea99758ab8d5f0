/** Names that Windows reserves for devices, with any extension ("Naming Files, Paths, and Namespaces"). */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no file name may have these
const forbidden = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** File systems allow 255 bytes in UTF-8, and unpacking may add a number. */
const maxBytes = 230;

/**
 * Gives each file of an archive a name that is valid and unique on every common system: some ignore case and Unicode
 * composition. Numbers later files with the same name.
 */
export function archiveNames(): (stem: string, extension: string) => string {
  const taken = new Set<string>();
  return (stem, extension) => {
    for (let count = 1; ; count += 1) {
      const name = portableName(stem, `${count > 1 ? ` (${count})` : ""}${extension && `.${extension}`}`);
      const unpacked = name.toUpperCase().toLowerCase();
      if (taken.has(unpacked)) continue;
      taken.add(unpacked);
      return name;
    }
  };
}

function portableName(stem: string, end: string): string {
  const plain = stem.normalize("NFC").replace(forbidden, "_").trim().replace(device, "$&_");
  let left = maxBytes - Buffer.byteLength(end);
  let cut = "";
  for (const letter of plain) {
    left -= Buffer.byteLength(letter);
    if (left < 0) break;
    cut += letter;
  }
  // Windows removes trailing dots and spaces.
  const name = `${cut}${end}`.replace(/[.\s]+$/, "");
  return /^\.*$/.test(cut) ? `_${name}` : name;
}
