import type { ClientConfig } from '@tanren/contract/build-manifest';

const noncePlaceholder = '__CSP_NONCE__';
const configPlaceholder = '__CLIENT_CONFIG__';

/** Fills one page for one answer. */
export type RenderPage = (nonce: string) => string;

/** What is the same for every answer is filled in once, when the build is read. */
export function compilePage(html: string, clientConfig: ClientConfig): RenderPage {
  const config = escapeAttribute(JSON.stringify(clientConfig));
  const parts = html.replaceAll(configPlaceholder, () => config).split(noncePlaceholder);
  return (nonce) => parts.join(nonce);
}

function escapeAttribute(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
