/** Maps each byte to one character, for formats that declare their encoding inside. */
export function bytesAsText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return text;
}
