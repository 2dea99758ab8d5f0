/** Image types that can be pasted (AT-02). */
const pastedTypes = ["image/gif", "image/png", "image/jpeg", "image/bmp"];

export type Pasted =
  | { kind: "images"; files: File[] }
  | { kind: "none" }
  /** Type of the pasted content. */
  | { kind: "unsupported"; type: string }
  | { kind: "failed" };

/** Returns the pasted images, or why there are none. */
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
