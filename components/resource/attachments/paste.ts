/** What can be pasted as a picture (AT-02). */
const pastedTypes = ["image/gif", "image/png", "image/jpeg", "image/bmp"];

export type Pasted =
  | { kind: "images"; files: File[] }
  | { kind: "none" }
  /** With the type that was pasted instead. */
  | { kind: "unsupported"; type: string }
  | { kind: "failed" };

/** The pictures that a paste brings, or why there are none. */
export function pastedImages(data: DataTransfer | null): Pasted {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === "file");
  const pictures = items.filter(({ type }) => pastedTypes.includes(type));
  if (pictures.length === 0) {
    const [other] = items;
    return other ? { kind: "unsupported", type: other.type } : { kind: "none" };
  }
  const files = pictures.map((item) => item.getAsFile()).filter((file) => file !== null);
  return files.length > 0 ? { kind: "images", files } : { kind: "failed" };
}
