import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readText = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const css = readText('tokens.css');
const tokens = Object.fromEntries(
  Array.from(css.matchAll(/^ {2}(--[\w-]+): ([^;]+);$/gm), ([, name = '', value]) => [name, value]),
);

describe('the constants of the specification', () => {
  it('contain the palette', () => {
    expect(tokens).toMatchObject({
      // spec 9.15
      '--color-primary': '#ce171e',
      // spec 9.16
      '--color-secondary-red': '#ee4247',
      // spec 9.17
      '--color-secondary-blue': '#6968ce',
      // spec 9.18
      '--color-secondary-green': '#78c144',
      // spec 9.19
      '--color-secondary-cyan': '#41b8df',
      // spec 9.20
      '--color-secondary-yellow': '#ffff00',
      // spec 9.21
      '--color-anchor': '#fff',
      // spec 9.22
      '--color-error': '#f00',
      // spec 9.23
      '--surface-page': '#0f0f0f',
    });
  });

  // spec 9.14
  it('are dark, before and after the styles have loaded', () => {
    expect(readText('global.css')).toMatch(/^:root \{\s+color-scheme: dark;/);
    expect(readText('../../index.html')).toContain('<meta name="color-scheme" content="dark" />');
  });

  it('contain the sizes', () => {
    expect(tokens).toMatchObject({
      '--primary-button-height': '52px',
      '--solo-field-height': '56px',
      '--select-background': '#bdbdbd',
      // spec 9.32
      '--loading-bar-height': '3px',
      '--error-logo-width': '60px',
      '--error-padding': '40px',
    });
  });

  // spec 9.24
  it('use solid text colours that are readable on every surface', () => {
    expect(tokens['--text-secondary']).toMatch(/^#[\da-f]{6}$/);
    for (const surface of ['--surface-page', '--surface-card', '--surface-raised']) {
      expect(contrast(tokens['--text-secondary'], tokens[surface])).toBeGreaterThanOrEqual(7);
    }
  });

  it('have a border of controls that is visible on the surface around them', () => {
    const share = /^rgb\(255 255 255 \/ (\d+)%\)$/.exec(tokens['--control-edge'] ?? '')?.[1];
    // A control without its own fill has the colour of the surface.
    for (const [fill, around] of [
      ['--surface-page', '--surface-page'],
      ['--surface-card', '--surface-page'],
      ['--surface-raised', '--surface-page'],
      ['--surface-card', '--surface-card'],
      ['--surface-raised', '--surface-card'],
    ] as const) {
      const edge = lighten(tokens[fill], Number(share) / 100);
      expect(contrast(edge, tokens[around])).toBeGreaterThanOrEqual(3);
    }
  });

  it('have an error colour that is readable on the page, and on no lighter surface', () => {
    const read = (surface: string) => contrast(tokens['--color-error'], tokens[surface]);
    expect(read('--surface-page')).toBeGreaterThanOrEqual(4.5);
    expect(read('--surface-card')).toBeLessThan(4.5);
  });
});

/** Returns the relative luminance as defined by WCAG. */
function luminance(hex = ''): number {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns white at some opacity over a colour. */
function lighten(hex = '', share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16);
    return Math.round(part + (255 - part) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
