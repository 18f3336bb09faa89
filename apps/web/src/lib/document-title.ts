export function formatTitle(page: string): string {
  return `${page} | TANREN`;
}

/** Delay in milliseconds that combines several title updates of one navigation. */
const updateDelay = 10;

let timer: ReturnType<typeof setTimeout> | undefined;

export function scheduleTitle(page: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.title = formatTitle(page);
  }, updateDelay);
}
