import type { Visit } from '@tanren/contract/workouts/visits';
import { honorificOf } from '@tanren/domain/members/honorifics';
import { findDrawing } from '#entities/workouts/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatGymDate } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';

/** Size of the picture in px, the portrait format of posts in social networks. */
const width = 1080;
const height = 1350;
const margin = 80;

/** Maximum number of machines on the picture. The rest is given as a number. */
const maxRows = 5;
const rowHeight = 116;

interface PictureOptions {
  /** `null` when the picture contains no name. */
  readonly nickname: string | null;
}

/**
 * Draws a visit as a picture to share. It is made on the device and not sent to a server. It names
 * no gym, because a member's place and time of training must not be published unasked.
 */
export async function drawVisitPicture(visit: Visit, options: PictureOptions): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser cannot draw');
  paint(context, visit, options);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error('the picture could not be made');
  return blob;
}

/** Returns the texts of the picture, line by line. */
export function describePicture(visit: Visit, { nickname }: PictureOptions) {
  const best = new Map<number, number>();
  for (const { workoutTypeId, max } of visit.workouts)
    best.set(workoutTypeId, Math.max(max, best.get(workoutTypeId) ?? 0));
  const rows = visit.workoutTypeIds.map((id) => ({
    id,
    name: nameWorkoutType(id),
    load: formatKg(best.get(id) ?? 0),
    isBest: visit.personalBests.some(({ workoutTypeId }) => workoutTypeId === id),
  }));
  const more = rows.length - maxRows;
  return {
    who: nickname === null ? null : `${nickname}${honorificOf(nickname)}`,
    date: formatGymDate(visit.date),
    tfo: formatKg(visit.tfo),
    counts: `${visit.workoutTypeIds.length}種目　${visit.setCount}セット　${visit.minutes}分`,
    rows: rows.slice(0, maxRows),
    more: more > 0 ? `ほか${more}種目` : null,
  };
}

function readColors() {
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

function paint(context: CanvasRenderingContext2D, visit: Visit, options: PictureOptions): void {
  const words = describePicture(visit, options);
  const colors = readColors();
  const write = (text: string, x: number, y: number, size: number, color = '#fff', bold = true) => {
    context.font = `${bold ? 700 : 400} ${size}px ${colors.font}`;
    context.fillStyle = color;
    context.fillText(text, x, y);
    return x + context.measureText(text).width;
  };
  context.fillStyle = colors.page;
  context.fillRect(0, 0, width, height);
  context.fillStyle = colors.red;
  context.fillRect(0, 0, width, 16);
  write('TANREN', margin, 140, 56);
  context.textAlign = 'right';
  write(words.date, width - margin, 140, 44, colors.quiet, false);
  context.textAlign = 'left';
  if (words.who !== null) write(words.who, margin, 224, 44, '#fff', false);
  context.fillStyle = colors.green;
  context.fillRect(margin, 306, 24, 24);
  write('総発揮力', margin + 40, 332, 40, colors.quiet, false);
  const end = write(words.tfo, margin, 500, 176);
  write('kg', end + 16, 500, 64, colors.quiet, false);
  write(words.counts, margin, 600, 48);
  for (const [index, row] of words.rows.entries()) {
    const top = 660 + index * rowHeight;
    paintMachine(context, row.id, margin, top, 96, colors);
    const after = write(row.name, margin + 128, top + 64, 40, '#fff', false);
    if (row.isBest) write('★ 自己ベスト', after + 24, top + 62, 30, colors.yellow);
    context.textAlign = 'right';
    write(`${row.load}kg`, width - margin, top + 64, 44);
    context.textAlign = 'left';
  }
  const below = 660 + words.rows.length * rowHeight + 56;
  if (words.more !== null) write(words.more, margin + 128, below, 36, colors.quiet, false);
}

function paintMachine(
  context: CanvasRenderingContext2D,
  workoutTypeId: number,
  x: number,
  y: number,
  size: number,
  { page, force }: Pick<ReturnType<typeof readColors>, 'page' | 'force'>,
): void {
  const drawing = findDrawing(workoutTypeId);
  if (drawing === null) return;
  context.save();
  context.translate(x, y);
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
  context.restore();
}
