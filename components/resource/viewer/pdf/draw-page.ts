import { AnnotationMode, type PDFPageProxy, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import { webAddress } from "../web-address";

/** Maximum pixels per canvas: phones limit each and their total. */
const maxPixels = 16 * 1024 * 1024;

export interface DrawnPage {
  /** Elements of the page's text items, in order. */
  elements: HTMLElement[];
}

interface Surface {
  canvas: HTMLCanvasElement;
  texts: HTMLElement;
}

/**
 * Renders a page and its text layer.
 * @param signal aborts, and releases the canvas
 */
export async function drawPage(
  page: PDFPageProxy,
  { canvas, texts }: Surface,
  { scale, rotation, signal }: { scale: number; rotation: number; signal: AbortSignal },
): Promise<DrawnPage> {
  const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 });
  const { width, height } = viewport;
  const density = Math.min(devicePixelRatio, 2, Math.sqrt(maxPixels / (width * height)));
  canvas.width = Math.floor(width * density);
  canvas.height = Math.floor(height * density);
  const rendering = page.render({
    canvas,
    viewport,
    transform: density === 1 ? undefined : [density, 0, 0, density, 0, 0],
    annotationMode: AnnotationMode.ENABLE,
  });
  texts.replaceChildren();
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: texts, viewport });
  signal.addEventListener("abort", () => {
    rendering.cancel();
    layer.cancel();
    // Releases the canvas memory before garbage collection.
    canvas.width = 0;
    canvas.height = 0;
    texts.replaceChildren();
    page.cleanup();
  });
  await Promise.all([rendering.promise, layer.render()]);
  return { elements: layer.textDivs };
}

/** Link of a page, as fractions of its width and height. */
export interface PageLink {
  id: string;
  left: number;
  top: number;
  width: number;
  height: number;
  to: { address: string } | { destination: unknown };
}

/** Returns the links of a page to the web or within the document; other actions are ignored. */
export async function linksOf(page: PDFPageProxy, rotation: number): Promise<PageLink[]> {
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 });
  const annotations: Annotation[] = await page.getAnnotations({ intent: "display" });
  return annotations.flatMap(({ subtype, rect, id, url, dest }) => {
    const address = webAddress(url);
    if (subtype !== "Link" || !rect || !(address || dest)) return [];
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]);
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]);
    return {
      id,
      left: Math.min(x1, x2) / viewport.width,
      top: Math.min(y1, y2) / viewport.height,
      width: Math.abs(x2 - x1) / viewport.width,
      height: Math.abs(y2 - y1) / viewport.height,
      to: address ? { address } : { destination: dest },
    };
  });
}

interface Annotation {
  id: string;
  subtype: string;
  rect?: [number, number, number, number];
  url?: string;
  dest?: unknown;
}
