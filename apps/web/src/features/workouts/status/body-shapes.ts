import type { MuscleId } from '@tanren/domain/workouts/muscles';

export interface MuscleShape {
  readonly muscle: MuscleId;
  /** Path of the right half, in the coordinates of the outline. */
  readonly path: string;
}

/**
 * Returns the muscle nearest to a tap, because some shapes are narrower than a thumb. Distances are
 * measured to the bounding boxes, and the smaller box wins if two contain the point. Returns `null`
 * next to the body.
 */
export function findNearestMuscle(
  shapes: readonly MuscleShape[],
  [x, y]: readonly [x: number, y: number],
): MuscleId | null {
  // Shapes are drawn for the right half only.
  const mirrored = Math.max(x, drawing.width - x);
  let nearest: { muscle: MuscleId; distance: number; area: number } | null = null;
  for (const { muscle, path } of shapes) {
    const numbers = (path.match(/[\d.]+/g) ?? []).map(Number);
    const xs = numbers.filter((_, index) => index % 2 === 0);
    const ys = numbers.filter((_, index) => index % 2 === 1);
    const [left, right, top, bottom] = [
      Math.min(...xs),
      Math.max(...xs),
      Math.min(...ys),
      Math.max(...ys),
    ];
    const distance = Math.hypot(
      Math.max(left - mirrored, 0, mirrored - right),
      Math.max(top - y, 0, y - bottom),
    );
    const area = (right - left) * (bottom - top);
    if (distance > reachOfThumb) continue;
    if (
      nearest === null ||
      distance < nearest.distance ||
      (distance === nearest.distance && area < nearest.area)
    ) {
      nearest = { muscle, distance, area };
    }
  }
  return nearest?.muscle ?? null;
}

/** Distance in units of the drawing. A phone shows two units per pixel. */
const reachOfThumb = 24;

/** Muscles that are visible from the front. */
export const frontShapes: readonly MuscleShape[] = [
  {
    muscle: 'trapezius',
    path: 'M111 70 C112 77 119 81 131 85 C123 89 113 90 107 89 C108 83 110 77 111 70 Z',
  },
  {
    muscle: 'deltoids',
    path: 'M134 87 C146 88 152 98 153 112 C154 120 152 127 150 131 C145 126 142 120 141 112 C140 102 136 95 129 91 C130 89 132 87 134 87 Z',
  },
  {
    muscle: 'pectorals',
    path: 'M102 95 C110 91 122 90 129 94 C136 98 139 106 139 114 C138 123 132 130 122 132 C114 133 106 131 102 127 Z',
  },
  {
    muscle: 'biceps',
    path: 'M142 120 C145 127 149 132 153 134 C157 143 159 155 158 166 C156 173 151 174 148 168 C145 156 141 141 141 128 Z',
  },
  {
    muscle: 'abdominals',
    path: 'M102 133 C107 136 112 137 117 136 C118 141 118 146 117 150 C112 152 106 152 102 151 Z',
  },
  {
    muscle: 'abdominals',
    path: 'M102 154 C107 155 112 155 117 153 C117 159 117 164 116 169 C111 170 106 170 102 170 Z',
  },
  {
    muscle: 'abdominals',
    path: 'M102 173 C107 173 112 173 116 172 C116 180 116 186 115 192 C110 193 106 193 102 193 Z',
  },
  { muscle: 'abdominals', path: 'M102 196 C106 196 110 196 115 195 C114 207 109 219 102 227 Z' },
  {
    muscle: 'obliques',
    path: 'M121 135 C127 134 132 131 136 127 C137 144 133 162 129 176 C127 186 128 196 131 205 C127 208 122 207 118 203 C120 180 121 158 121 135 Z',
  },
  {
    muscle: 'gluteus-medius',
    path: 'M133 208 C136 215 138 224 138 233 C134 228 130 221 128 212 C130 211 132 210 133 208 Z',
  },
  {
    muscle: 'adductors',
    path: 'M102 234 C107 230 112 224 116 217 C118 220 119 224 119 228 C114 240 112 254 111 268 C108 272 106 270 105 264 C103 253 102 244 102 234 Z',
  },
  {
    muscle: 'quadriceps',
    path: 'M128 216 C134 230 138 246 136 264 C135 280 131 296 128 307 C124 308 123 302 124 292 C126 268 127 242 128 216 Z',
  },
  {
    muscle: 'quadriceps',
    path: 'M122 222 C124 220 125 219 126 218 C125 244 124 270 121 294 C119 303 116 303 115 295 C113 278 113 256 117 238 C119 231 120 226 122 222 Z',
  },
  {
    muscle: 'quadriceps',
    path: 'M111 272 C112 284 113 294 116 302 C118 308 116 315 113 316 C109 316 108 310 108 302 C108 291 108 281 111 272 Z',
  },
  {
    muscle: 'calves',
    path: 'M109 336 C111 346 112 358 112 372 C109 366 108 357 108 349 C108 344 108 340 109 336 Z',
  },
  {
    muscle: 'calves',
    path: 'M130 336 C133 348 132 362 128 376 C126 366 126 352 128 342 C129 339 129 337 130 336 Z',
  },
];

/** Muscles that are visible from behind. */
export const backShapes: readonly MuscleShape[] = [
  {
    muscle: 'trapezius',
    path: 'M101 62 C104 63 107 63 109 64 C110 71 111 75 115 78 C121 82 128 84 133 86 C127 92 120 97 116 104 C112 118 107 136 101 152 Z',
  },
  {
    muscle: 'deltoids',
    path: 'M136 87 C147 89 153 99 154 113 C154 121 153 127 151 132 C146 127 142 121 138 114 C133 107 127 102 122 100 C126 95 131 90 136 87 Z',
  },
  {
    muscle: 'lats',
    path: 'M118 105 C125 104 132 108 138 118 C139 130 137 142 133 156 C131 165 129 172 126 178 C117 174 109 165 104 154 C110 138 114 121 118 105 Z',
  },
  {
    muscle: 'triceps',
    path: 'M142 122 C146 128 150 133 154 136 C158 145 160 156 160 166 C159 170 156 172 154 168 C151 155 147 140 142 122 Z',
  },
  {
    muscle: 'triceps',
    path: 'M141 127 C145 141 148 154 151 168 C150 173 147 172 146 166 C144 154 141 141 141 127 Z',
  },
  {
    muscle: 'spinal-erectors',
    path: 'M102 158 C106 166 112 173 119 178 C119 187 115 196 110 202 C107 205 104 206 102 206 Z',
  },
  {
    muscle: 'obliques',
    path: 'M122 179 C124 180 126 180 127 180 C126 189 128 197 131 205 C126 203 121 202 116 203 C119 196 121 188 122 179 Z',
  },
  {
    muscle: 'gluteus-medius',
    path: 'M113 206 C121 204 128 205 133 209 C136 216 138 225 138 234 C131 225 121 217 108 212 C110 210 111 208 113 206 Z',
  },
  {
    muscle: 'gluteus-maximus',
    path: 'M102 211 C114 214 129 224 138 239 C139 252 134 262 124 264 C114 266 105 262 102 254 Z',
  },
  {
    muscle: 'adductors',
    path: 'M102 261 C105 265 107 266 109 267 C109 276 108 286 108 294 C105 284 103 272 102 261 Z',
  },
  {
    muscle: 'hamstrings',
    path: 'M123 268 C129 267 134 263 137 258 C137 276 132 294 129 311 C127 318 123 318 121 312 C120 297 121 282 123 268 Z',
  },
  {
    muscle: 'hamstrings',
    path: 'M112 268 C115 269 118 269 120 268 C118 284 118 299 117 312 C115 319 111 319 109 313 C109 298 110 283 112 268 Z',
  },
  {
    muscle: 'calves',
    path: 'M121 327 C127 326 131 333 132 345 C132 357 130 367 126 375 C122 376 120 371 120 363 C120 350 120 338 121 327 Z',
  },
  {
    muscle: 'calves',
    path: 'M117 327 C112 327 109 334 108 347 C108 359 110 369 113 376 C116 377 118 372 118 364 C118 351 118 339 117 327 Z',
  },
  {
    muscle: 'calves',
    path: 'M115 380 C118 378 121 378 125 379 C123 388 122 396 122 404 C120 406 117 406 116 404 C116 396 116 388 115 380 Z',
  },
];

/**
 * Size of the body drawing. The paths draw the right half, the left half is its mirror image, and
 * front and back share the outline.
 */
export const drawing = { width: 200, height: 440 } as const;

export const outline = [
  'M100 5',
  'C113 5 120 14 120 28 C123 27 124 31 123 36 C122 40 120 42 118 41 C116 48 112 54 109 57',
  'C109 65 110 71 114 75 C121 80 132 82 140 86',
  'C149 90 154 100 155 113 C157 126 160 138 162 151',
  'C164 160 169 170 171 183 C174 200 174 214 176 228',
  // The hand: its back, the knuckles, and the thumb towards the thigh.
  'C181 234 184 242 184 250 L166 253 C165 251 164 250 163 250',
  'C161 256 158 260 155 258 C153 255 156 248 158 243 C160 238 162 235 163 231',
  'C159 219 153 206 150 190 C148 180 147 172 145 163',
  'C142 153 140 143 138 133',
  'C138 148 134 164 130 178 C128 188 130 198 133 207',
  'C138 220 140 238 138 258 C137 277 132 294 130 311',
  'C129 319 130 324 131 331 C134 345 134 360 130 377',
  'C127 390 125 400 125 409 C127 416 135 422 137 428',
  'C138 433 129 435 121 434 C113 433 111 428 112 420',
  'C113 412 113 405 112 396 C109 382 106 367 107 349',
  'C108 337 109 329 108 319 C106 298 103 268 101 236 L100 232 Z',
].join(' ');

/** Strokes as wide as a finger, from the knuckles down. */
export const fingers =
  'M168 250 167 267M172.6 251 172.8 272M177.2 251 178.4 270M181.4 249 183.6 264';

/** Lines inside the outline, right half only: the chin, and the edge of the hair. */
export const creases = {
  front:
    'M100 63 C104 63 108 60 110 56 M120 322 C117 326 114 326 111 322 M100 232 C104 230 108 226 111 221',
  back: 'M100 53 C106 53 112 50 117 43 M100 232 100 262',
} as const;
