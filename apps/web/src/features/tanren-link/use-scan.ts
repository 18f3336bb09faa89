import { type RefObject, useEffect, useRef, useState } from 'react';
import { ChunkLoadError } from '#lib/chunks.ts';
import { notifyError } from '#lib/notifier.ts';
import { CameraError, type CameraProblem, closeCamera, openCamera } from './open-camera.ts';
import { prepareQrReader } from './read-qr.ts';

/** Often enough for a hand that moves, seldom enough for an old phone. */
const frameMs = 150;

async function scan(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  const stream = await openCamera({
    isSecureContext: window.isSecureContext,
    mediaDevices: navigator.mediaDevices,
  });
  const stop = () => {
    closeCamera(stream);
    video.srcObject = null;
  };
  // The page may have gone while the member was asked for permission.
  if (signal.aborted) {
    closeCamera(stream);
    return;
  }
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  const read = await prepareQrReader().catch((error: unknown) => {
    stop();
    throw new ChunkLoadError('the reader could not be loaded', { cause: error });
  });
  await video.play();
  while (!signal.aborted) {
    const text = await read(video);
    if (text !== null && !signal.aborted) onText(text);
    await new Promise((resolve) => setTimeout(resolve, frameMs));
  }
}

interface Scan {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly problem: CameraProblem | null;
}

/** The camera runs as long as this is on the screen, and not while the page is hidden. */
export function useScan(onText: (text: string) => void, onHidden: () => void): Scan {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const handlers = useRef({ onText, onHidden });
  useEffect(() => {
    handlers.current = { onText, onHidden };
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const hide = () => {
      if (document.visibilityState === 'hidden') handlers.current.onHidden();
    };
    document.addEventListener('visibilitychange', hide);
    if (video.current !== null) {
      scan(video.current, signal, (text) => {
        handlers.current.onText(text);
      }).catch((error: unknown) => {
        if (signal.aborted) return;
        if (error instanceof CameraError) setProblem(error.problem);
        else {
          setProblem('unsupported');
          notifyError(error);
        }
      });
    }
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', hide);
    };
  }, []);
  return { video, problem };
}
