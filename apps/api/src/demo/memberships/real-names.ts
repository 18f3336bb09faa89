import type { DemoPerson } from '#demo/demo-person.ts';
import type { Random } from '#demo/random.ts';

const families =
  `佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林
  斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤
  青木 坂本 斉藤 福田 太田 西村 藤井 岡本 金子 藤原 三浦 中野 原田 松田 竹内 小野 中川 野口 新井 平野`.split(
    /\s+/,
  );

const given = {
  male: `拓也 健二 大輔 雄太 亮 翔太 浩平 正人 弘樹 直樹 哲也 和真 篤 淳 悟 慎吾 健太 貴志 秀明 隆之 耕司
    智也 健一 拓海 蓮 悠真 和也 誠 修 学 剛 勇気`.split(/\s+/),
  female:
    `裕子 さくら 美穂 彩香 夏美 真由美 絵里 智子 里沙 香織 瞳 恵 葵 美咲 千春 望 綾 美香 奈々 由紀
    早紀 玲子 真理 理恵 陽子 結衣 千夏 凛 由美 恵美 百合 明美`.split(/\s+/),
};

/** Picks the name on the identity card, which staff see and other members never do. */
export function pickRealName({ sex }: Pick<DemoPerson, 'sex'>, random: Random): string {
  const known = sex === 'male' || sex === 'female' ? sex : random.pick(['male', 'female'] as const);
  return `${random.pick(families)} ${random.pick(given[known])}`;
}
