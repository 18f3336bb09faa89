/** Why there is no picture. */
export type CameraProblem = 'insecure' | 'unsupported' | 'denied' | 'missing' | 'busy';

export class CameraError extends Error {
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

export interface CameraSurroundings {
  readonly isSecureContext: boolean;
  readonly mediaDevices: Pick<MediaDevices, 'getUserMedia'> | undefined;
}

/** The camera at the back where there are two. */
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

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
