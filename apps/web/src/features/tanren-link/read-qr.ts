/** The text of a QR code in what the camera shows now. */
export type ReadQr = (video: HTMLVideoElement) => Promise<string | null>;

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
    // It exists on some systems without being able to read anything.
    const formats = await BarcodeDetector.getSupportedFormats();
    return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null;
  } catch {
    return null;
  }
}

/** Larger pictures take longer and read no better. */
const widestFrame = 800;

async function createReader(): Promise<ReadQr> {
  const { decodeQR } = await import('qr/decode.js');
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

/** What the browser brings along, else a reader of our own, fetched now. */
export async function prepareQrReader(): Promise<ReadQr> {
  const detector = await findDetector();
  if (detector === null) return createReader();
  return async (video) => {
    try {
      return (await detector.detect(video))[0]?.rawValue ?? null;
    } catch {
      // A frame that is not there yet.
      return null;
    }
  };
}
