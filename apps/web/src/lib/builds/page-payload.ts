import { buildId } from './builds.ts';

/** Data of a prerendered page, as embedded in the page and stored in its payload file. */
interface PagePayload<T> {
  readonly path: string;
  readonly data: T;
}

function takeInlinePayload(path: string): unknown {
  const element = document.getElementById('page-payload');
  if (!element) return null;
  const payload = JSON.parse(element.textContent) as PagePayload<unknown>;
  return payload.path === path ? payload.data : null;
}

async function fetchPayload(path: string): Promise<unknown> {
  try {
    const response = await fetch(`${path}/_payload.json?${buildId}`);
    if (!response.ok) return null;
    return ((await response.json()) as PagePayload<unknown>).data;
  } catch {
    return null;
  }
}

/**
 * Returns the data of a prerendered page from its own HTML or, after a navigation inside the app,
 * from its payload file. If both are missing, it loads the code that contains the data.
 */
export async function loadPageData<T>(path: string, loadSource: () => Promise<T>): Promise<T> {
  if (import.meta.env.SSR) return loadSource();
  return ((takeInlinePayload(path) ?? (await fetchPayload(path))) as T | null) ?? loadSource();
}
