import type { MenuItem } from '@tanren/domain/menus/menus';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';

export interface InventedMenu {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly items: readonly MenuItem[];
  readonly favorites: number;
}

type Random = () => number;

/**
 * Returns the same random numbers each time (mulberry32), so that two runs search the same words.
 */
export function seedRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const levels = [
  '初心者向け',
  'はじめての',
  '中級者の',
  '上級者向け',
  '週末の',
  '朝活',
  '短時間で終わる',
  '仕事帰りの',
];
const parts = [
  'チェスト',
  '胸',
  '背中',
  '脚',
  '肩',
  '腕',
  '体幹',
  '全身',
  '下半身',
  'ヒップ',
  '腹筋',
  '二の腕',
];
const styles = [
  'メニュー',
  'トレーニング',
  'サーキット',
  'ルーティン',
  'プログラム',
  '強化',
  '引き締め',
  'ボディメイク',
];
const sentences = [
  'フォームを大切に、ゆっくりとした動作で行ってください。',
  '最初のセットは軽めの重量でウォームアップします。',
  '呼吸を止めず、下ろすときに息を吸います。',
  '週に2回を目安に続けると効果を感じやすいです。',
  '最後まで同じテンポを保つことを意識しましょう。',
  '余裕があれば1セット追加しても構いません。',
  '肩がすくまないように気をつけてください。',
  '膝とつま先の向きをそろえます。',
  '終わったらストレッチを忘れずに。',
  '水分補給をこまめに行いながら進めてください。',
  'ダイエット中の方にもおすすめの構成です。',
  '重量よりも可動域を優先します。',
  '腰を反らせず、お腹に力を入れたまま動かします。',
  '前回より少しだけ重くできたら十分です。',
  '休憩は短めにして心拍数を上げていきます。',
  'デスクワークで固まった体をほぐす目的で作りました。',
];
const commonTags = [
  '筋トレ',
  '初心者',
  'ダイエット',
  'バルクアップ',
  '時短',
  '全身',
  '下半身',
  '上半身',
  'ヒップアップ',
  '朝トレ',
  '体幹',
  '肩こり',
];
/** Special words and how often each is in a description, for searches of medium and rare words. */
const sprinkled: readonly (readonly [string, number])[] = [
  ['ゴルフ', 0.02],
  ['テニス肘', 0.01],
  ['産後ケア', 0.005],
  ['富士登山', 0.001],
  ['綱引き大会', 0.0001],
  ['ヴァイオリン', 0.00001],
];
const syllables = Array.from(
  'アイウエオカキクケコサシスセソタチツテトナニノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズダデドバビブベボパピプペポ',
);

export function inventMenu(random: Random): InventedMenu {
  // The square favours the first values, like the choices of members.
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() ** 2 * values.length)];
    if (value === undefined) throw new Error('There is nothing to pick from.');
    return value;
  };
  const some = <T>(count: number, choose: () => T): T[] => Array.from({ length: count }, choose);
  const inventName = () => some(3 + Math.floor(random() * 3), () => pick(syllables)).join('');
  const words = sprinkled.filter(([, share]) => random() < share).map(([word]) => word);
  const items = some(2 + Math.floor(random() * 4), () => ({
    workoutTypeId: pick(workoutTypes).id,
    sets: 1 + Math.floor(random() * 4),
    reps: 8 + Math.floor(random() * 8),
    loadHg: null,
    restSeconds: 60,
  }));
  return {
    title: `${pick(levels)}${pick(parts)}と${pick(parts)}の${pick(styles)} ${inventName()}`,
    description: [
      ...some(1 + Math.floor(random() * 5), () => pick(sentences)),
      ...words.map((word) => `${word}に。`),
      ...(random() < 0.3 ? [`${inventName()}さんと${inventName()}の日に。`] : []),
    ].join('\n'),
    tags: some(Math.floor(random() * 4), () => (random() < 0.9 ? pick(commonTags) : inventName())),
    items,
    favorites: Math.floor(5 / (random() + 0.001) - 5),
  };
}
