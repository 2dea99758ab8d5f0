export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** How a picture lies on its stage: its scale, and its middle as seen from the middle of the stage, in pixels of the screen. */
export interface Placement extends Point {
  scale: number;
}

export const maxScale = 8;
/** What one press of + or - does. */
export const zoomStep = 1.25;

/** The size of a picture after so many quarter turns. */
export function turned({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The scale at which all of a picture is seen; small ones are not enlarged. */
export function fitScale(stage: Size, picture: Size): number {
  if (!stage.width || !stage.height || !picture.width || !picture.height) return 1;
  return Math.min(1, stage.width / picture.width, stage.height / picture.height);
}

/** No smaller than what fits, or than a tenth of that for pictures that fit anyway. */
export function boundedScale(scale: number, fit: number): number {
  return Math.min(maxScale, Math.max(Math.min(fit, 0.1), scale));
}

/** Moves a picture so far that its edge does not come into the stage while it is larger; else it stays in the middle. */
export function bounded({ scale, x, y }: Placement, stage: Size, picture: Size): Placement {
  const room = (inside: number, outside: number) => Math.max(0, (inside * scale - outside) / 2);
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0;
  return {
    scale,
    x: within(x, room(picture.width, stage.width)),
    y: within(y, room(picture.height, stage.height)),
  };
}

/** Enlarges about a point that stays where it is, seen from the middle of the stage. */
export function scaledAbout(from: Placement, scale: number, { x, y }: Point): Placement {
  const factor = scale / from.scale;
  return { scale, x: x - (x - from.x) * factor, y: y - (y - from.y) * factor };
}
