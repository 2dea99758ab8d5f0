/** Milliseconds for the browser to start reading a file; it does not report the end. */
const keptFor = 60_000;

/** Downloads a file under that name. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptFor);
}
