/** Full-width characters, and below each the half-width one that banks accept for it. */
const full =
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン';
const half = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ';
/** Banks write small kana as large ones, and a long vowel as a hyphen. */
const others = 'ァィゥェォッャュョヮヵヶヰヱー・\u3099\u309A';
const otherHalf = 'ｱｲｳｴｵﾂﾔﾕﾖﾜｶｹｲｴ-.ﾞﾟ';
const plain = /[A-Z0-9 ()./,-]/;

const table = new Map(
  Array.from(full + others, (character, at) => [character, (half + otherHalf).charAt(at)]),
);

/**
 * Returns a name in the half-width kana of the banks' files, in which a voiced sound has a character
 * of its own. Returns `null` if the name has a character that banks do not accept.
 */
export function toBankKana(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .toUpperCase()
    .replaceAll(/[‐‑–—−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFD');
  let kana = '';
  for (const character of text) {
    const found = table.get(character) ?? (plain.test(character) ? character : undefined);
    if (found === undefined) return null;
    kana += found;
  }
  return kana;
}
