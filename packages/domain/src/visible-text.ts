/**
 * Lone surrogates, private use, and whatever turns or hides the text around it. A joiner stays
 * where it joins emoji. Controls are not among them: a line break is one.
 */
const disturbing = /\u200d(?!\p{Extended_Pictographic})|(?!\u200d)[\p{Cf}\p{Cs}\p{Co}]/gu;

export function dropDisturbing(text: string): string {
  return text.replace(disturbing, '');
}

/** Piled up, marks cover the lines above and below. */
export function flattenMarks(text: string): string {
  return text.replace(/(\p{M}{3})\p{M}+/gu, '$1');
}

/** Fillers and selectors alone show nothing; the braille pattern without a dot is a symbol. */
export function isVisible(text: string): boolean {
  const shown = text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '');
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown);
}
