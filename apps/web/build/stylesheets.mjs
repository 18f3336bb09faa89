import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The stylesheets of a client build with the class names they are about.
 * @param {string} client
 */
export async function readStylesheets(client) {
  const files = await readdir(join(client, 'assets'));
  return Promise.all(
    files
      .filter((file) => file.endsWith('.css'))
      .map(async (file) => {
        const content = await readFile(join(client, 'assets', file), 'utf8');
        const names = content.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g);
        return {
          href: `/assets/${file}`,
          classNames: new Set(Array.from(names, ([, name]) => name)),
        };
      }),
  );
}

/**
 * Links to the stylesheets of lazy chunks that a prerendered page needs. The app would load them
 * with the code; without them the page is bare until then, and for good without JavaScript.
 * @param {string} template
 * @param {string} html
 * @param {Awaited<ReturnType<typeof readStylesheets>>} stylesheets
 */
export function linkStylesheets(template, html, stylesheets) {
  const used = new Set(
    Array.from(html.matchAll(/class="([^"]*)"/g), ([, names = '']) => names.split(' ')).flat(),
  );
  const links = stylesheets
    .filter(({ href, classNames }) => {
      return !template.includes(href) && [...used].some((name) => classNames.has(name));
    })
    .map(({ href }) => `<link rel="stylesheet" crossorigin href="${href}">`);
  return template.replace('</head>', () => `${links.join('')}</head>`);
}
