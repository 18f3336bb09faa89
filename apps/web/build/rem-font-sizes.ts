/** Rewrites a size in px as rem. */
function toRem(declaration: { value: string }): void {
  const [, px] = /^([\d.]+)px$/.exec(declaration.value) ?? [];
  if (px !== undefined) declaration.value = `${Number(px) / 16}rem`;
}

/**
 * Converts sizes of text and lines from px, in which they are designed, to rem, so that the
 * browser's setting for larger text applies. At the usual 16 px the result is the same.
 */
export const remFontSizes = {
  postcssPlugin: 'rem-font-sizes',
  Declaration: { 'font-size': toRem, 'line-height': toRem },
};
