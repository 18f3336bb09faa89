/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Writes JSON for a script element. It contains nothing that could end the element.
 * @param {unknown} value
 */
function escapeJson(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const noscript =
  '<p>TANREN をご利用いただくには、ブラウザの設定で JavaScript を有効にしてください。</p>';

/**
 * Makes the page for all routes that are not prerendered, with the content until the app has
 * started.
 * @param {string} template
 */
export function fillShell(template, html = '') {
  return template
    .replace('<!--app-->', () => html)
    .replace('<!--noscript-->', noscript)
    .replace('<!--payload-->', '');
}

/**
 * Makes a prerendered page: complete without JavaScript, with the data the app needs to take over.
 * @param {string} template
 * @param {string} path
 * @param {{ html: string, title: string, data: unknown }} page
 */
export function fillPage(template, path, { html, title, data }) {
  const payload = escapeJson({ path, data: data ?? null });
  // Replacements are functions, because a text may contain "$&" and similar patterns.
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
 * Loads each import of the first script by a separate element before it. The browser then runs the
 * libraries and the app in different tasks, and can draw and react in between. Styles come first,
 * because the first paint waits only for them. The script that sends the calls of the page comes
 * with them and waits for no other file.
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
  const when = href.includes('/early-') ? 'async fetchpriority="high"' : 'fetchpriority="low"';
  return `<script type="module" ${when} crossorigin src="${href}"></script>\n    `;
}

/**
 * Adds links to the files a page needs, so that the browser requests all of them at once.
 * @param {string} html
 * @param {string} links
 */
export function addLinks(html, links) {
  return html.replace('</head>', () => `${links}</head>`);
}

/**
 * Puts a page's styles into its HTML, so that a prerendered page or frame is painted without a
 * second request.
 * @param {string} html
 * @param {(href: string) => Promise<string>} readStyles
 */
export async function inlineStyles(html, readStyles) {
  const links = html.matchAll(
    /<link rel="(?:stylesheet|preload" as="style)" crossorigin href="([^"]+)">/g,
  );
  let result = html;
  for (const [link, href = ''] of links) {
    const styles = await readStyles(href);
    const style = `<style nonce="__CSP_NONCE__">${styles.trim()}</style>`;
    // The link tells the loader of lazy chunks that these styles are present. It is disabled and
    // loads nothing.
    const mark = `<link rel="stylesheet" crossorigin href="${href}" disabled>`;
    result = result.replace(link, () => style + mark);
  }
  return result;
}
