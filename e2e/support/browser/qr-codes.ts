import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Locator } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import { encode } from 'uqr';
import { browserOptions } from './browser.ts';

const width = 640;
const height = 480;
const moduleSize = 8;

/** Makes a video of one picture: a QR code with a white border, like on a machine's screen. */
export async function filmQrCode(
  text: string,
): Promise<{ file: string; remove: () => Promise<void> }> {
  const { data, size } = encode(text, { border: 4 });
  const light = Buffer.alloc(width * height, 235);
  const left = Math.floor((width - size * moduleSize) / 2);
  const top = Math.floor((height - size * moduleSize) / 2);
  for (const [row, modules] of data.entries()) {
    for (const [column, dark] of modules.entries()) {
      if (!dark) continue;
      for (let line = 0; line < moduleSize; line += 1) {
        const start = (top + row * moduleSize + line) * width + left + column * moduleSize;
        light.fill(16, start, start + moduleSize);
      }
    }
  }
  const colour = Buffer.alloc((width * height) / 2, 128);
  const folder = await mkdtemp(path.join(tmpdir(), 'tanren-e2e-film-'));
  const file = path.join(folder, 'qr.y4m');
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  await writeFile(file, Buffer.concat([header, light, colour]));
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Starts a browser with a camera, which shows the video if there is one. */
export async function launchWithCamera(film?: string): Promise<Browser> {
  const { args = [], ...others } = browserOptions.launchOptions ?? {};
  return chromium.launch({
    ...others,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      // A headless Chromium cannot ask for permission to use the camera.
      '--use-fake-ui-for-media-stream',
      ...(film === undefined ? [] : [`--use-file-for-fake-video-capture=${film}`]),
    ],
  });
}

const pixelsPerSquare = 4;

/**
 * Reads a QR code like a scanner, from the squares of the picture, which is an SVG in its address.
 */
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
