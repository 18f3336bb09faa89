/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** JSON inside a script element: nothing in it may end the element. @param {unknown} value */
function escapeJson(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const noscript =
  '<p>TANREN をご利用いただくには、ブラウザの設定で JavaScript を有効にしてください。</p>';

/**
 * The page for every route that is not prerendered, with what is shown until the app has started.
 * @param {string} template
 */
export function fillShell(template, html = '') {
  return template
    .replace('<!--app-->', () => html)
    .replace('<!--noscript-->', noscript)
    .replace('<!--payload-->', '');
}

/**
 * A prerendered page: complete without JavaScript, with the data the app needs to take it over.
 * @param {string} template
 * @param {string} path
 * @param {{ html: string, title: string, data: unknown }} page
 */
export function fillPage(template, path, { html, title, data }) {
  const payload = escapeJson({ path, data: data ?? null });
  // Replacement functions: texts may hold "$&" and the like.
  return template
    .replace(
      '<div id="app"><!--app--></div>',
      () => `<div id="app" data-path="${path}">${html}</div>`,
    )
    .replace('<!--noscript-->', '')
    .replace(
      '<!--payload-->',
      () => `<script type="application/json" id="page-payload">${payload}</script>`,
    )
    .replace('<title>TANREN</title>', () => `<title>${escapeHtml(title)}</title>`);
}

/**
 * What the first script imports is run by elements of its own, before it: the browser then reads the
 * libraries in one task and the app in another, and can draw and answer in between. Styles come
 * first: they are all that the first paint waits for.
 * @param {string} template
 */
export function runImportsFirst(template) {
  const links = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g;
  const scripts = [...template.matchAll(links)].map(([, href]) => linkScript(href ?? ''));
  return template
    .replaceAll(links, '')
    .replace('<script type="module"', (entry) => `${scripts.join('')}${entry} fetchpriority="low"`);
}

/** @param {string} href */
function linkScript(href) {
  return `<script type="module" fetchpriority="low" crossorigin src="${href}"></script>\n    `;
}

/**
 * Names what a page needs, so that the browser asks for all of it at once.
 * @param {string} html
 * @param {string} links
 */
export function addLinks(html, links) {
  return html.replace('</head>', () => `${links}</head>`);
}

/**
 * Puts a page's styles into its HTML: a prerendered page is painted without a second request.
 * @param {string} html
 * @param {(href: string) => Promise<string>} readStyles
 */
export async function inlineStyles(html, readStyles) {
  const links = [...html.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)">/g)];
  let result = html;
  for (const [link, href = ''] of links) {
    const styles = await readStyles(href);
    const style = `<style nonce="__CSP_NONCE__">${styles.trim()}</style>`;
    // The link tells the code of lazy chunks that these styles are there; disabled, it loads nothing.
    result = result.replace(link, () => `${style}${link.replace('>', ' disabled>')}`);
  }
  return result;
}
