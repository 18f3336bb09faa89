import type { Visit } from '@tanren/contract/workouts/visits';
import { honorificOf } from '@tanren/domain/members/honorifics';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatGymDate } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { type Colors, paintHero, paintMark, readColors, width } from './picture-drawings.ts';
import { findPinned } from '#entities/workouts/pinned-workout.ts';

/**
 * Formats of social networks: their height, the top of the mark and of the drawing in px, and the
 * number of machines they name. Apps cover the top of a story with the name of the person.
 */
export const pictureFormats = {
  post: { height: 1350, markTop: 60, heroTop: 150, maxRows: 5 },
  story: { height: 1920, markTop: 170, heroTop: 290, maxRows: 7 },
} as const;

export type PictureFormat = keyof typeof pictureFormats;

/** Lengths in px. */
const margin = 72;
const sumHeight = 350;
const row = { minHeight: 64, gap: 18 } as const;
/** The stack of plates, and the share of the picture's height that it takes at most. */
const stack = { width: 340, maxPlate: 32, plateGap: 5, radius: 6, maxShare: 0.34 } as const;

export interface PictureOptions {
  readonly format: PictureFormat;
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
  canvas.height = pictureFormats[options.format].height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser cannot draw');
  paint(context, visit, options);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error('the picture could not be made');
  return blob;
}

interface PictureRow {
  readonly name: string;
  /** `null` for the row that stands for the machines without a row. */
  readonly load: string | null;
  readonly isBest: boolean;
  /** Number of sets, or of machines in the row that stands for several. */
  readonly plates: number;
  readonly isPinned: boolean;
}

/** Returns the texts of the picture, line by line. */
export function describePicture(visit: Visit, { format, nickname }: PictureOptions) {
  const { workouts, workoutTypeIds } = visit;
  const pinnedId = workouts[findPinned(visit)]?.workoutTypeId ?? null;
  const rows = workoutTypeIds.map((id): PictureRow => {
    const done = workouts.filter(({ workoutTypeId }) => workoutTypeId === id);
    return {
      name: nameWorkoutType(id),
      load: formatKg(Math.max(0, ...done.map(({ max }) => max))),
      isBest: visit.personalBests.some(({ workoutTypeId }) => workoutTypeId === id),
      plates: done.reduce((sum, { setCount }) => sum + setCount, 0),
      isPinned: id === pinnedId,
    };
  });
  return {
    who: nickname === null ? null : `${nickname}${honorificOf(nickname)}`,
    date: formatGymDate(visit.date),
    tfo: formatKg(visit.tfo),
    counts: `${workoutTypeIds.length}種目　${visit.setCount}セット　${visit.minutes}分`,
    heroId: pinnedId,
    rows: limitRows(rows, pictureFormats[format].maxRows),
  };
}

/** Joins the rows that do not fit into one. */
function limitRows(rows: readonly PictureRow[], max: number): readonly PictureRow[] {
  if (rows.length <= max) return rows;
  const rest = rows.slice(max);
  const more = {
    name: `ほか${rest.length}種目`,
    load: null,
    isBest: false,
    plates: rest.length,
    isPinned: rest.some(({ isPinned }) => isPinned),
  };
  return [...rows.slice(0, max), more];
}

/** Writes a text and returns where it ends. */
type Write = (text: string, x: number, y: number, size: number, look?: TextLook) => number;

interface TextLook {
  readonly color?: string;
  readonly weight?: 400 | 700;
  readonly align?: 'left' | 'right';
}

function paint(context: CanvasRenderingContext2D, visit: Visit, options: PictureOptions): void {
  const words = describePicture(visit, options);
  const colors = readColors();
  const { height } = context.canvas;
  const write: Write = (
    text,
    x,
    y,
    size,
    { color = '#fff', weight = 700, align = 'left' } = {},
  ) => {
    context.font = `${weight} ${size}px ${colors.font}`;
    context.fillStyle = color;
    context.textAlign = align;
    context.fillText(text, x, y);
    return x + context.measureText(text).width;
  };
  const quiet = { color: colors.quiet, weight: 400 } as const;
  const placed = placeRows(words.rows, height);
  const sumTop = placed.top - sumHeight;
  context.fillStyle = colors.page;
  context.fillRect(0, 0, width, height);
  const { markTop, heroTop } = pictureFormats[options.format];
  paintHero(context, words.heroId, { top: heroTop, floor: sumTop }, colors);

  const firstLine = markTop + 57;
  paintMark(context, margin, markTop, 76, colors);
  write('TANREN', margin + 92, firstLine, 48);
  write(words.date, width - margin, firstLine, 40, { align: 'right' });
  if (words.who !== null) {
    write(words.who, width - margin, firstLine + 55, 36, { ...quiet, align: 'right' });
  }

  context.fillStyle = colors.green;
  context.fillRect(margin, sumTop + 42, 22, 22);
  write('総発揮力', margin + 36, sumTop + 66, 36, quiet);
  const end = write(words.tfo, margin - 6, sumTop + 216, 168);
  write('kg', end + 14, sumTop + 216, 60, quiet);
  write(words.counts, margin, sumTop + 302, 44);

  for (const [place, each] of words.rows.entries()) {
    paintRow(context, each, { top: placed.tops[place] ?? 0, plate: placed.plate }, write, colors);
  }
}

/** Height of a row with plates of this thickness. Its text needs some height too. */
const heightOfRow = ({ plates }: PictureRow, plate: number): number =>
  Math.max(row.minHeight, plates * (plate + stack.plateGap) - stack.plateGap);

/** Places the rows from the bottom up. Plates are thinner where there are many of them. */
function placeRows(rows: readonly PictureRow[], height: number) {
  const measure = (plate: number) =>
    rows.reduce((sum, each) => sum + heightOfRow(each, plate) + row.gap, 0);
  let plate: number = stack.maxPlate;
  while (plate > 2 && measure(plate) > height * stack.maxShare) plate -= 1;
  let top: number = height - margin + row.gap;
  const tops = rows.map((each) => {
    top -= heightOfRow(each, plate) + row.gap;
    return top;
  });
  return { tops, top, plate };
}

/** Draws the plates of a machine from the left edge of the picture, and its words beside them. */
function paintRow(
  context: CanvasRenderingContext2D,
  each: PictureRow,
  { top, plate }: { readonly top: number; readonly plate: number },
  write: Write,
  { red, yellow, quiet }: Colors,
): void {
  const bottom = top + heightOfRow(each, plate);
  for (let place = 0; place < each.plates; place += 1) {
    const isPinned = each.isPinned && place === each.plates - 1;
    const y = bottom - (place + 1) * (plate + stack.plateGap) + stack.plateGap;
    context.fillStyle = isPinned ? red : '#fff';
    context.beginPath();
    context.roundRect(-stack.radius, y, stack.width + stack.radius, plate, stack.radius);
    context.fill();
    if (!isPinned) continue;
    context.beginPath();
    context.roundRect(stack.width - 8, y + plate / 2 - 5, 56, 10, 5);
    context.fill();
  }
  const middle = (top + bottom) / 2;
  const left = stack.width + 72;
  write(each.name, left, middle + (each.isBest ? -4 : 12), 32, {
    weight: each.isBest ? 700 : 400,
    color: each.load === null ? quiet : '#fff',
  });
  if (each.isBest) write('自己ベスト', left, middle + 34, 26, { color: yellow });
  if (each.load === null) return;
  write(`${each.load}kg`, width - margin, middle + 12, 38, { align: 'right' });
}
