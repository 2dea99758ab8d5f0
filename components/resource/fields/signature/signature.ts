/** Stored signature: name and picture. */
export interface Signature {
  signatureName: string;
  /** `data:image/png;base64,…`; empty without a picture. */
  approvedSignature: string;
}

export const noSignature: Signature = { signatureName: "", approvedSignature: "" };

/** Returns a picture that is safe to show: without external references or scripts. */
export function signaturePicture({ approvedSignature }: Signature): string | undefined {
  return /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(approvedSignature)
    ? approvedSignature
    : undefined;
}

const [width, height] = [600, 200];

/** Renders a name as a signature for keyboard users. */
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
  // Largest font size that fits.
  context.font = font(Math.min(80, (80 * (width - 40)) / context.measureText(name).width));
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(name, width / 2, height / 2);
  return canvas.toDataURL();
}
