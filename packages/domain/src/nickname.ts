import { countCharacters } from './character-count.ts';

export const nicknameMaxLength = 20;
/** Bounds what 20 characters may consist of; the longest emoji have ten code points. */
const mostCodePoints = 8 * nicknameMaxLength;

export type NicknameRefusal = 'empty' | 'too_long' | 'unreadable';

/**
 * What a typed nickname is kept as. NFKC, because it stands in rankings beside others:
 * full-width letters and half-width kana look like another name but are none, and its
 * length must mean the same on every device.
 */
export function normalizeNickname(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/** Takes a normalised nickname. */
export function refuseNickname(nickname: string): NicknameRefusal | null {
  if (nickname === '') return 'empty';
  if (!isReadable(nickname)) return 'unreadable';
  if (Array.from(nickname).length > mostCodePoints) return 'too_long';
  return countCharacters(nickname) > nicknameMaxLength ? 'too_long' : null;
}

const joinedEmoji = /\u200d(?=\p{Extended_Pictographic})/gu;

/** Controls, lone surrogates, private use, and whatever turns or hides the text around it. */
const disturbing = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Marks pile up over the neighbouring rows, or sit on what stands before the name. */
const strayMarks = /^\p{M}|\p{M}{4}/u;

function isReadable(nickname: string): boolean {
  // Invisible but needed: emoji are joined by one, variants of kanji (辻󠄀) chosen by the other.
  const plain = nickname.replace(joinedEmoji, '').replace(/\p{Variation_Selector}/gu, '');
  // The braille pattern without a dot counts as a symbol.
  const visible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain.replaceAll('\u2800', ''));
  return visible && !disturbing.test(plain) && !strayMarks.test(nickname);
}

const words: Readonly<Record<NicknameRefusal, string>> = {
  empty: 'ニックネームを入力してください',
  too_long: `ニックネームは${nicknameMaxLength}文字以内で入力してください`,
  unreadable: 'ニックネームに使えない文字が含まれています',
};

/** The form's rule, for text as typed. */
export function checkNickname(text: string): true | string {
  const refusal = refuseNickname(normalizeNickname(text));
  return refusal === null || words[refusal];
}
