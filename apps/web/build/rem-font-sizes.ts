/** Rewrites a size in px as rem. */
function toRem(declaration: { value: string }): void {
  const [, px] = /^([\d.]+)px$/.exec(declaration.value) ?? [];
  if (px !== undefined) declaration.value = `${Number(px) / 16}rem`;
}

/**
 * Sizes of text and of its lines are written in px, as they are designed, and served in rem: whoever
 * has chosen larger letters in the browser gets them. At the usual 16 px nothing differs.
 */
export const remFontSizes = {
  postcssPlugin: 'rem-font-sizes',
  Declaration: { 'font-size': toRem, 'line-height': toRem },
};
