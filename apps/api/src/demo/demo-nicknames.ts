import type { Random } from './random.ts';

const names = {
  male: `たくや けんじ だいすけ ゆうた りょう しょうた こうへい まさと ひろき なおき てつや かずま
    あつし じゅん さとる しんご ケンタ タカシ ヒデ マサ リョウヘイ コウジ ヨシ トモ 健一 直樹 大輔
    拓海 翔 蓮 悠真 和也 浩二 誠 Taka Kenta Shun Daiki Ryo Hiro Masa Kazu`.split(/\s+/),
  female:
    `ゆうこ さくら みほ あやか なつみ まゆみ えり ともこ りさ かおり ひとみ めぐみ あおい みさき
    ちはる のぞみ アヤ ミカ ナナ ユキ サキ レイコ マリ リエ 陽子 美咲 結衣 彩 千夏 葵 凛 恵 由美 真理
    Mika Yuri Aya Nana Emi Haru Rina Saki`.split(/\s+/),
};

const others = `筋肉は裏切らない プロテイン係 朝練部 もちもち くまさん ねこ背卒業 週末トレーニー
  脚の日が苦手 あんこ ベンチ仲間 豆大福 はらぺこ 還暦チャレンジ のんびり筋トレ 夜型トレーニー
  目指せ懸垂 ラーメン控えめ しばいぬ サウナ後 三日坊主じゃない`.split(/\s+/);

/** Most names carry nothing. */
const endings = ['', '', '', '', 'さん', 'っち', '77', '85', '_gym', '2号', '部長'];

/** A nickname nobody has taken yet. */
export function pickNickname(random: Random, sex: 'male' | 'female', taken: Set<string>): string {
  for (;;) {
    const nickname = random.chance(0.1)
      ? random.pick(others)
      : `${random.pick(names[sex])}${random.pick(endings)}`;
    if (taken.has(nickname)) continue;
    taken.add(nickname);
    return nickname;
  }
}
