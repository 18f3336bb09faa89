export function formatTitle(page: string): string {
  return `${page} | TANREN`;
}

/** Several updates within one navigation reach the document as one. */
const updateDelay = 10;

let timer: ReturnType<typeof setTimeout> | undefined;

export function scheduleTitle(page: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.title = formatTitle(page);
  }, updateDelay);
}
