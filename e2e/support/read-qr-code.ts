import type { Locator } from '@playwright/test';
import decodeQr from 'qr/decode.js';

const pixelsPerSquare = 4;

/** What a scanner would read: from the squares of the picture, which is an SVG in its address. */
export async function readQrCode(image: Locator): Promise<string> {
  const drawing = decodeURIComponent((await image.getAttribute('src')) ?? '');
  const size = Number(/viewBox="0 0 (\d+)/.exec(drawing)?.[1]) * pixelsPerSquare;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, x, y] of drawing.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < pixelsPerSquare; row += 1) {
      const from = ((Number(y) * pixelsPerSquare + row) * size + Number(x) * pixelsPerSquare) * 4;
      for (let column = 0; column < pixelsPerSquare; column += 1) {
        data.fill(0, from + column * 4, from + column * 4 + 3);
      }
    }
  }
  return decodeQr({ width: size, height: size, data });
}
