import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { notifyError } from '#lib/notifier.ts';

/**
 * Returns the number of the machine whose label was scanned, or `null` when the text is not one of
 * our labels.
 */
export function readLabel(text: string): number | null {
  const [, machine] = /\/tanren-link\?machine=([1-9]\d{0,8})$/.exec(text) ?? [];
  return machine === undefined ? null : Number(machine);
}

/** Reason why the camera gives no picture. */
export type CameraProblem = 'insecure' | 'unsupported' | 'denied' | 'missing' | 'busy';

class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, cause?: unknown) {
    super(`no camera: ${problem}`, { cause });
    this.problem = problem;
  }
}

const problems: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

interface CameraSurroundings {
  readonly isSecureContext: boolean;
  readonly mediaDevices: Pick<MediaDevices, 'getUserMedia'> | undefined;
}

/**
 * Returns the camera problem that is known without asking for permission, or `null` when there may
 * be a camera. The page can then show the code first at once, instead of moving it under the
 * finger.
 */
export async function foreseeCameraProblem({
  isSecureContext,
  mediaDevices,
  permissions,
}: Pick<CameraSurroundings, 'isSecureContext'> & {
  readonly mediaDevices: Pick<MediaDevices, 'enumerateDevices'> | undefined;
  readonly permissions: Pick<Permissions, 'query'> | undefined;
}): Promise<CameraProblem | null> {
  if (!isSecureContext) return 'insecure';
  if (mediaDevices === undefined) return 'unsupported';
  try {
    const devices = await mediaDevices.enumerateDevices();
    if (!devices.some(({ kind }) => kind === 'videoinput')) return 'missing';
    const permission = await permissions?.query({ name: 'camera' });
    return permission?.state === 'denied' ? 'denied' : null;
  } catch {
    // Some browsers do not know this permission name. Opening the camera then shows whether it is
    // allowed.
    return null;
  }
}

/** Opens the camera, preferably the one on the back of the device. */
export async function openCamera({
  isSecureContext,
  mediaDevices,
}: CameraSurroundings): Promise<MediaStream> {
  if (!isSecureContext) throw new CameraError('insecure');
  if (mediaDevices === undefined) throw new CameraError('unsupported');
  try {
    return await mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new CameraError(problems[name] ?? 'unsupported', error);
  }
}

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Reads the text of a QR code in the current frame, or `null` when there is none. */
type ReadQr = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

async function findDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return null;
  try {
    // Some systems have the class but support no formats.
    const formats = await BarcodeDetector.getSupportedFormats();
    return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null;
  } catch {
    return null;
  }
}

/** Maximum frame width in px. Larger frames take longer and are not read better. */
const widestFrame = 800;

async function createReader(): Promise<ReadQr> {
  const { decodeQR } = await loadPartOrReload(() => import('qr/decode.js'));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    const { videoWidth, videoHeight } = video;
    if (context === null || videoWidth === 0) return Promise.resolve(null);
    const scale = Math.min(1, widestFrame / videoWidth);
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    try {
      return Promise.resolve(decodeQR({ data, width, height }));
    } catch {
      return Promise.resolve(null);
    }
  };
}

/** Returns the browser's own reader, or loads ours if the browser has none. */
async function prepareQrReader(): Promise<ReadQr> {
  const detector = await findDetector();
  if (detector === null) return createReader();
  return async (video) => {
    try {
      return (await detector.detect(video))[0]?.rawValue ?? null;
    } catch {
      // The video has no frame yet.
      return null;
    }
  };
}

/** Explanations of camera problems. The page always offers the typed code next to them. */
export const cameraProblemText = {
  insecure: 'この画面ではカメラを使えません。',
  unsupported: 'このブラウザではカメラを使えません。',
  denied: 'カメラの使用が許可されていません。ブラウザの設定で許可すると、QRコードを読み取れます。',
  missing: 'カメラが見つかりません。',
  busy: 'カメラを起動できません。ほかのアプリで使用中でないかご確認ください。',
} satisfies Record<CameraProblem, string>;

/**
 * Interval between frames in milliseconds: short enough for a moving hand, long enough for an old
 * phone.
 */
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
  // The member may have left the page while the browser asked for permission.
  if (signal.aborted) {
    closeCamera(stream);
    return;
  }
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  const read = await prepareQrReader().catch((error: unknown) => {
    stop();
    throw error;
  });
  await video.play();
  while (!signal.aborted) {
    const text = await read(video);
    if (text !== null && !signal.aborted) onText(text);
    await new Promise((resolve) => setTimeout(resolve, frameMs));
  }
}

interface ScanHandlers {
  readonly onText: (text: string) => void;
  readonly onProblem: (problem: CameraProblem) => void;
}

/**
 * Returns the ref of a video that scans codes. The camera runs while the video is mounted and
 * pauses while the page is hidden.
 */
export function useScan({ onText, onProblem }: ScanHandlers): RefObject<HTMLVideoElement | null> {
  const video = useRef<HTMLVideoElement>(null);
  const handleText = useEffectEvent(onText);
  const handleProblem = useEffectEvent(onProblem);
  useEffect(() => {
    let running: AbortController | null = null;
    const start = () => {
      if (video.current === null || running !== null) return;
      running = new AbortController();
      const { signal } = running;
      scan(video.current, signal, handleText).catch((error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof CameraError)) notifyError(error);
        handleProblem(error instanceof CameraError ? error.problem : 'unsupported');
      });
    };
    const stop = () => {
      running?.abort();
      running = null;
    };
    const updateVisibility = () => {
      if (document.visibilityState === 'hidden') stop();
      else start();
    };
    updateVisibility();
    document.addEventListener('visibilitychange', updateVisibility);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', updateVisibility);
    };
  }, []);
  return video;
}
