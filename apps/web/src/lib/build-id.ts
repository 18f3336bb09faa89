declare const __BUILD_ID__: string;

/** Which build this code belongs to; written in by the bundler. */
export const buildId = __BUILD_ID__;
