/**
 * In production the server fills settings and the forgery cookie into each page. Here Vite serves
 * the page, so both are taken over from the answer that the server would have given.
 *
 * @param {string} apiOrigin
 * @returns {import('vite').Plugin}
 */
export function pageFromApi(apiOrigin) {
  let config = '{}';
  return {
    name: 'tanren-page-from-api',
    configureServer: (vite) => {
      vite.middlewares.use((request, response, next) => {
        if (request.headers.accept?.includes('text/html') !== true) {
          next();
          return;
        }
        fetch(`${apiOrigin}/login`, { headers: { cookie: request.headers.cookie ?? '' } })
          .then(async (page) => {
            config = readConfig(await page.text()) ?? config;
            response.setHeader('set-cookie', page.headers.getSetCookie());
          })
          // While the server restarts, the page comes with the settings it had before.
          .catch(() => undefined)
          .finally(next);
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace('__CLIENT_CONFIG__', () => config).replaceAll('__CSP_NONCE__', 'dev'),
    },
  };
}

/** @param {string} html */
function readConfig(html) {
  return /<meta\s+name="tanren-config"\s+content="([^"]*)"/.exec(html)?.[1] ?? null;
}
