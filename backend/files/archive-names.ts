/** What Windows keeps for devices, whatever comes after a dot ("Naming Files, Paths, and Namespaces" of its documentation). */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no name may have
const forbidden = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** File systems take 255 bytes in UTF-8; what unpacks adds a folder or a number. */
const maxBytes = 230;

/**
 * Gives each file of an archive a name that every common system can unpack, and that no other of the archive has there: some take
 * neither case nor Unicode composition for a difference. Later ones of one name are numbered.
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
  // Windows drops dots and spaces at the end.
  const name = `${cut}${end}`.replace(/[.\s]+$/, "");
  return /^\.*$/.test(cut) ? `_${name}` : name;
}
