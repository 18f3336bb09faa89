/**
 * The parts that every drawing of a machine consists of, in a square of 96 units. A body is
 * described by the positions of hip, hands and feet. Knees and elbows are computed from them, so
 * that all sixteen figures have the same build.
 */
export type Point = readonly [x: number, y: number];

/** Layers from back to front, each the data of one path. */
export interface Drawing {
  /** Lines of the machine. */
  readonly frame: string;
  /** Upholstery behind the body. */
  readonly pads: string;
  /** The arm and leg on the far side. */
  readonly far: string;
  readonly body: string;
  /** Moving part and the arrow of its direction. */
  readonly force: string;
  /** Limbs in front of the moved part. */
  readonly near: string;
}

const size = {
  head: 6.5,
  neck: 11.4,
  torso: 24,
  upperArm: 14.5,
  forearm: 14,
  thigh: 21,
  shin: 20,
  foot: 7,
} as const;

const thickness = { shoulder: 3.9, elbow: 3, wrist: 2.3, hip: 5.4, knee: 4, ankle: 2.6 } as const;

const fixed = (value: number): number => Math.round(value * 100) / 100;

const at = ([x, y]: Point): string => `${fixed(x)} ${fixed(y)}`;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the point at a distance and angle. Angles run clockwise: 0 points right, 90 down. */
function from([x, y]: Point, degrees: number, length: number): Point {
  return [x + length * Math.cos(radians(degrees)), y + length * Math.sin(radians(degrees))];
}

/** Floor line under every machine. */
export const floor = 'M5 90h86';

export function line(...points: readonly Point[]): string {
  return `M${points.map(at).join('L')}`;
}

export function circle([x, y]: Point, radius: number): string {
  const half = `a${radius} ${radius} 0 1 1`;
  return `M${at([x - radius, y])}${half} ${radius * 2} 0${half} ${radius * -2} 0z`;
}

/** Draws two circles and the area between them: a limb or a pad. */
export function limb(a: Point, radiusA: number, b: Point, radiusB: number): string {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = (Math.atan2(dy, dx) * 180) / Math.PI;
  const slope = (Math.acos((radiusA - radiusB) / Math.hypot(dx, dy)) * 180) / Math.PI;
  const [first, second] = [along - slope, along + slope];
  return [
    `M${at(from(a, first, radiusA))}L${at(from(b, first, radiusB))}`,
    `A${radiusB} ${radiusB} 0 0 1 ${at(from(b, second, radiusB))}`,
    `L${at(from(a, second, radiusA))}A${radiusA} ${radiusA} 0 1 1 ${at(from(a, first, radiusA))}z`,
  ].join('');
}

export function pad(a: Point, b: Point, radius = 2.4): string {
  return limb(a, radius, b, radius);
}

/** Draws a weight stack, seen from the front. */
export function stack([x, y]: Point, height = 30): string {
  const plates = [1, 2, 3].map((n) =>
    line([x, y + (n * height) / 4], [x + 12, y + (n * height) / 4]),
  );
  return `M${at([x, y])}h12v${height}h-12z${plates.join('')}`;
}

function tip(end: Point, degrees: number): string {
  return line(from(end, degrees - 140, 6.5), end, from(end, degrees + 140, 6.5));
}

export function arrow(start: Point, end: Point): string {
  const degrees = (Math.atan2(end[1] - start[1], end[0] - start[0]) * 180) / Math.PI;
  return line(start, end) + tip(end, degrees);
}

/** Draws an arrow along a circle, clockwise when `to` is larger than `start`. */
export function turn(centre: Point, radius: number, start: number, to: number): string {
  const [sweep, side] = to > start ? [1, 90] : [0, -90];
  const end = from(centre, to, radius);
  const large = Math.abs(to - start) > 180 ? 1 : 0;
  return `M${at(from(centre, start, radius))}A${radius} ${radius} 0 ${large} ${sweep} ${at(end)}${tip(end, to + side * 0.85)}`;
}

/** Draws an arrow around an upright axis: the front half of a flat ring. */
export function swirl([x, y]: Point, radius: number): string {
  const end: Point = [x + radius, y - 3];
  return `M${at([x - radius, y - 3])}A${radius} ${radius * 0.42} 0 0 0 ${at(end)}${tip(end, -80)}`;
}

/** Returns the position of the knee or elbow. `bend` is the side to which the joint bends. */
function bendJoint(start: Point, end: Point, upper: number, lower: number, bend: 1 | -1): Point {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const reach = Math.min(Math.hypot(dx, dy), upper + lower - 0.01);
  const inner = Math.acos((upper ** 2 + reach ** 2 - lower ** 2) / (2 * upper * reach));
  return from(start, ((Math.atan2(dy, dx) + bend * inner) * 180) / Math.PI, upper);
}

interface Reach {
  readonly to: Point;
  readonly bend: 1 | -1;
}

export function arm(shoulder: Point, { to, bend }: Reach): string {
  const elbow = bendJoint(shoulder, to, size.upperArm, size.forearm, bend);
  return (
    limb(shoulder, thickness.shoulder, elbow, thickness.elbow) +
    limb(elbow, thickness.elbow, to, thickness.wrist) +
    circle(to, 2.9)
  );
}

/** Draws a leg from the side. `toes` is the direction of the foot. */
export function leg(hip: Point, { to, bend }: Reach, toes: number): string {
  const knee = bendJoint(hip, to, size.thigh, size.shin, bend);
  return (
    limb(hip, thickness.hip, knee, thickness.knee) +
    limb(knee, thickness.knee, to, thickness.ankle) +
    limb(to, thickness.ankle, from(to, toes, size.foot), 1.8)
  );
}

/**
 * Draws a leg from the front. The thigh points towards the viewer, so the knee is given and not
 * computed.
 */
export function frontLeg(hip: Point, knee: Point, ankle: Point): string {
  return (
    limb(hip, thickness.hip, knee, 4.6) +
    limb(knee, 4.6, ankle, thickness.ankle) +
    limb(ankle, thickness.ankle, [ankle[0], ankle[1] + 2.5], 3.4)
  );
}

/**
 * Draws head and torso from the side. `lean` is the direction from hip to shoulder, -90 upright.
 */
export function sideTorso(hip: Point, lean: number, nod = lean): string {
  const shoulder = findShoulder(hip, lean);
  const head = from(shoulder, nod, size.neck);
  return (
    limb(from(shoulder, lean + 180, 1.5), 6.4, from(hip, lean, 7), 5) +
    limb(from(hip, lean, 9), 5.1, hip, 5.6) +
    limb(shoulder, 3, head, 2.8) +
    circle(head, size.head)
  );
}

export function findShoulder(hip: Point, lean: number): Point {
  return from(hip, lean, size.torso);
}

/** Draws head and torso from the front, upright over the middle of the hips. */
export function frontTorso([x, y]: Point): string {
  const top = y - size.torso;
  return (
    [
      `M${at([x - 9, top - 3])}h18`,
      `c3.6 0 4.6 2.6 4 6L${at([x + 7.5, y - 9])}L${at([x + 8.5, y + 1])}`,
      `c0 3-1.6 4.5-4 4.5h-9c-2.4 0-4-1.5-4-4.5L${at([x - 7.5, y - 9])}L${at([x - 13, top + 3])}`,
      `c-.6-3.4.4-6 4-6z`,
    ].join('') +
    limb([x, top], 3.2, [x, top - size.neck], 2.8) +
    circle([x, top - size.neck], size.head)
  );
}

/**
 * Returns the shoulders, seen from the front, of a torso whose hips have their middle at this
 * point.
 */
export function frontShoulders([x, y]: Point): { left: Point; right: Point } {
  return { left: [x - 11, y - size.torso + 1.5], right: [x + 11, y - size.torso + 1.5] };
}
