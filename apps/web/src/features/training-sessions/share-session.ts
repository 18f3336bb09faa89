import { notifyDone } from '#lib/notifier.ts';

interface Shared {
  readonly trainingSessionId: number;
  readonly title: string;
}

function isDismissal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notifyDone('リンクをコピーしました', 'メッセージなどに貼り付けて共有できます。');
  } catch {
    // Browsers may refuse it; the address bar shows the same.
    notifyDone('コピーできませんでした', 'アドレス欄のURLをコピーしてください。');
  }
}

/** By whatever the phone has for it, or by the link alone. */
export async function shareSession({ trainingSessionId, title }: Shared): Promise<void> {
  const url = new URL(`/training-sessions/${trainingSessionId}`, location.origin).href;
  if (!('share' in navigator)) {
    await copyLink(url);
    return;
  }
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (!isDismissal(error)) await copyLink(url);
  }
}
