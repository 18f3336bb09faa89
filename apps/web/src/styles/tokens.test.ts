import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const tokens = Object.fromEntries(
  Array.from(css.matchAll(/^ {2}(--[\w-]+): ([^;]+);$/gm), ([, name = '', value]) => [name, value]),
);

describe('the constants of the specification', () => {
  it('has the palette', () => {
    expect(tokens).toMatchObject({
      '--color-primary': '#ce171e',
      '--color-secondary-red': '#ee4247',
      '--color-secondary-blue': '#6968ce',
      '--color-secondary-green': '#78c144',
      '--color-secondary-cyan': '#41b8df',
      '--color-secondary-yellow': '#ffff00',
      '--color-anchor': '#fff',
      '--color-error': '#f00',
      '--surface-page': '#0f0f0f',
    });
  });

  it('has the sizes', () => {
    expect(tokens).toMatchObject({
      '--primary-button-height': '52px',
      '--solo-field-height': '56px',
      '--select-background': '#e0e0e0',
      '--loading-bar-height': '3px',
      '--error-logo-width': '60px',
      '--error-padding': '40px',
    });
  });
});
