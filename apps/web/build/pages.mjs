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

/** The page for every route that is not prerendered. @param {string} template */
export function fillShell(template) {
  return template
    .replace('<!--app-->', '')
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
