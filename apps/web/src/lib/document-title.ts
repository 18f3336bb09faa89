import { headUpdateDebounce } from '#theme/timing.ts';

export function formatTitle(page: string): string {
  return `${page} | TANREN`;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Several updates within one navigation reach the document as one. */
export function scheduleTitle(page: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.title = formatTitle(page);
  }, headUpdateDebounce);
}
