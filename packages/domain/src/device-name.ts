type Pattern = readonly [RegExp, string];

/** In this order: many browsers also name those they descend from. */
const systems: readonly Pattern[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const browsers: readonly Pattern[] = [
  [/\bLine\//, 'LINE'],
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const find = (patterns: readonly Pattern[], text: string) =>
  patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** What a person calls the device, from what its browser says of itself: iPhone・Safari. */
export function nameDevice(userAgent: string): string {
  const names = [find(systems, userAgent), find(browsers, userAgent)].filter(
    (name) => name !== null,
  );
  return names.length === 0 ? '不明な端末' : names.join('・');
}
