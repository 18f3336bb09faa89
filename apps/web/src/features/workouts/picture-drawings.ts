import { findDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';

/** Width of a shared picture in px. */
export const width = 1080;

/** Returns the colours and the font of the app. */
export function readColors() {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    page: read('--surface-page'),
    quiet: read('--text-secondary'),
    red: read('--color-primary'),
    force: read('--color-secondary-red'),
    green: read('--color-secondary-green'),
    yellow: read('--color-secondary-yellow'),
    font: read('--font-family'),
  };
}

export type Colors = ReturnType<typeof readColors>;

/** Draws the pinned machine in the light of a lamp, on a floor that ends at the edges. */
export function paintHero(
  context: CanvasRenderingContext2D,
  heroId: number | null,
  { top: heroTop, floor }: { readonly top: number; readonly floor: number },
  { page, force }: Colors,
): void {
  const drawing = heroId === null ? null : findDrawing(heroId);
  if (drawing === null) return;
  // The floor of a drawing is at 90 of its 96 units, and nothing is above 12.
  const size = Math.min(width, ((floor - heroTop) * 96) / 78);
  const [left, top] = [(width - size) / 2, floor - (90 / 96) * size];

  const beam = context.createLinearGradient(0, 0, 0, floor);
  beam.addColorStop(0, 'rgb(255 255 255 / 0%)');
  beam.addColorStop(0.3, 'rgb(255 255 255 / 11%)');
  beam.addColorStop(1, 'rgb(255 255 255 / 3%)');
  context.fillStyle = beam;
  context.beginPath();
  context.moveTo(width / 2 - 90, 0);
  context.lineTo(width / 2 + 90, 0);
  context.lineTo(width, floor);
  context.lineTo(0, floor);
  context.fill();
  const light = context.createLinearGradient(0, floor, 0, floor + 64);
  light.addColorStop(0, 'rgb(255 255 255 / 14%)');
  light.addColorStop(1, 'rgb(255 255 255 / 0%)');
  context.fillStyle = light;
  context.fillRect(0, floor, width, 64);

  context.save();
  context.translate(left, top);
  context.scale(size / 96, size / 96);
  context.lineWidth = 3;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const stroke = (data: string, color: string) => {
    context.strokeStyle = color;
    context.stroke(new Path2D(data));
  };
  const fill = (path: Path2D, color: string) => {
    context.fillStyle = color;
    context.fill(path);
  };
  stroke(drawing.frame, '#6e6e6e');
  fill(new Path2D(drawing.pads), '#6e6e6e');
  fill(new Path2D(drawing.far), '#8f8f8f');
  stroke(drawing.body, page);
  fill(new Path2D(drawing.body), '#fff');
  stroke(drawing.force, force);
  stroke(drawing.near, page);
  fill(new Path2D(drawing.near), '#fff');
  // The floor line of the drawing continues to both edges.
  stroke(`M${-left} 90H${width}`, '#6e6e6e');
  context.restore();
}

/** Draws the mark of the product, whose shapes are in `ui/logo.tsx`. */
export function paintMark(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  { red }: Colors,
): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 352, size / 352);
  context.translate(-112, -80);
  for (const [top, plate, color] of [
    [96, 44, '#fff'],
    [156, 44, '#fff'],
    [216, 44, red],
    [276, 44, '#fff'],
    [336, 44, '#fff'],
    [396, 20, 'rgb(255 255 255 / 40%)'],
  ] as const) {
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(128, top, 256, plate, 10);
    context.fill();
  }
  context.fillStyle = red;
  context.beginPath();
  context.roundRect(370, 228, 86, 20, 10);
  context.fill();
  context.restore();
}
