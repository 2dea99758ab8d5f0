/** A signature as it is kept: whose it says it is, and what it looks like. */
export interface Signature {
  signatureName: string;
  /** `data:image/png;base64,…`; empty for one without a picture. */
  approvedSignature: string;
}

export const noSignature: Signature = { signatureName: "", approvedSignature: "" };

/** What a picture of a signature has to be to be shown: nothing that refers to elsewhere, or runs. */
export function signaturePicture({ approvedSignature }: Signature): string | undefined {
  return /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(approvedSignature)
    ? approvedSignature
    : undefined;
}

const [width, height] = [600, 200];

/** A name as a signature, for those who write with keys. */
export function drawName(name: string): string {
  if (name.trim() === "") return "";
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return "";
  const font = (size: number) =>
    `italic ${size}px "Segoe Script", "Bradley Hand", "Snell Roundhand", cursive`;
  context.font = font(80);
  // As large as there is room.
  context.font = font(Math.min(80, (80 * (width - 40)) / context.measureText(name).width));
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(name, width / 2, height / 2);
  return canvas.toDataURL();
}
