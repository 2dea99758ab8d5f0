/** Milliseconds: long enough for the browser to begin reading a file, whose end nobody is told. */
const keptFor = 60_000;

/** Hands a file to the browser to keep, as a download of that name. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptFor);
}
