import { Amount, Box, Chip, Phone, PictureFrame, QuietWords, Words } from './picture-parts.tsx';

const points = [
  [88, 240],
  [114, 232],
  [140, 232],
  [166, 216],
  [192, 220],
  [218, 204],
  [244, 196],
  [270, 180],
] as const;

export function RecordsPicture() {
  const [bestX, bestY] = [270, 180];
  return (
    <PictureFrame title="チェストプレスの記録の画面。3か月の最大重量の折れ線グラフが右上がりで、最新の52.5kgに自己ベストの印が付いている。">
      <Phone title="チェストプレス">
        <Chip x={80} y={72} width={46} label="1か月" />
        <Chip x={131} y={72} width={46} label="3か月" chosen />
        <Chip x={182} y={72} width={40} label="1年" />
        <Chip x={227} y={72} width={54} label="全期間" />
        <QuietWords x={80} y={126}>
          最大重量
        </QuietWords>
        <Amount x={80} y={156} color="var(--color-secondary-cyan)" value="52.5" unit="kg" />
        <circle cx={184} cy={146} r={4} fill="var(--color-secondary-yellow)" />
        <Words x={194} y={150} bold>
          自己ベスト更新
        </Words>
        <path d="M80 184h200M80 216h200M80 248h200" stroke="rgb(255 255 255 / 12%)" />
        <polyline
          points={points.map((point) => point.join(',')).join(' ')}
          fill="none"
          stroke="var(--color-secondary-cyan)"
          strokeWidth={2.5}
          strokeLinejoin="round"
        />
        {points.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r={3} fill="var(--color-secondary-cyan)" />
        ))}
        <circle
          cx={bestX}
          cy={bestY}
          r={6}
          fill="var(--color-secondary-cyan)"
          stroke="var(--color-secondary-yellow)"
          strokeWidth={2}
        />
        <QuietWords x={80} y={272}>
          6月
        </QuietWords>
        <QuietWords x={180} y={272} anchor="middle">
          7月
        </QuietWords>
        <QuietWords x={280} y={272} anchor="end">
          8月
        </QuietWords>
      </Phone>
    </PictureFrame>
  );
}

/** Colours from untrained to well trained this week. */
const heat = ['#3a3a3a', '#7d7d7d', '#a6a6a6', '#d4d4d4', '#fff'] as const;
type Heat = 0 | 1 | 2 | 3 | 4;

interface BodyProps {
  readonly x: number;
  readonly label: string;
  readonly parts: readonly (readonly [path: string, heat: Heat])[];
}

const head = 'M0 -6a8 9 0 1 1 0 18a8 9 0 1 1 0-18zM-4 11h8v6h-8z';
const forearms = 'M-31 64l8 2-3 26h-6zM31 64l-8 2 3 26h6z';
const upperArms = 'M-29 38l9 2-3 22-9-2zM29 38l-9 2 3 22 9-2z';
const shoulders = 'M-13 20q-14 0-16 15l10 2 6-8zM13 20q14 0 16 15l-10 2-6-8z';
const thighs = 'M-18 92h16l-2 38h-10zM18 92h-16l2 38h10z';
const shins = 'M-14 134h9l-2 34h-6zM14 134h-9l2 34h6z';

const front: BodyProps['parts'] = [
  [head, 0],
  [shoulders, 2],
  ['M-1.5 22h-11l-5 10v12q8 5 16 1zM1.5 22h11l5 10v12q-8 5-16 1z', 4],
  [upperArms, 1],
  [forearms, 0],
  ['M-11 50h22l-2 34h-18z', 2],
  ['M-17 48l4 2 2 34-6 4zM17 48l-4 2-2 34 6 4z', 1],
  [thighs, 3],
  [shins, 0],
];

const back: BodyProps['parts'] = [
  [head, 0],
  ['M0 16l12 5-5 14-7 8-7-8-5-14z', 1],
  [shoulders, 2],
  ['M-9 38l7 8v16l-10-4-6-14zM9 38l-7 8v16l10-4 6-14z', 3],
  [upperArms, 3],
  [forearms, 0],
  ['M-11 62l9 4v12h-10zM11 62l-9 4v12h10z', 0],
  ['M-17 82h16v16q-10 4-17-3zM17 82h-16v16q10 4 17-3z', 2],
  ['M-17 102q8 4 15 0l-2 28h-10zM17 102q-8 4-15 0l2 28h10z', 1],
  [shins, 0],
];

function Body({ x, label, parts }: BodyProps) {
  return (
    <g transform={`translate(${x} 84)`}>
      {parts.map(([path, level]) => (
        <path key={path} d={path} fill={heat[level]} strokeLinejoin="round" />
      ))}
      <QuietWords x={0} y={190} anchor="middle">
        {label}
      </QuietWords>
    </g>
  );
}

export function BodyMapPicture() {
  return (
    <PictureFrame title="トレーニング状況の画面。体の前面と背面の図で、この7日間によく鍛えた胸と前ももが明るく示されている。">
      <Phone title="トレーニング状況" x={20} width={208}>
        <Body x={76} label="前面" parts={front} />
        <Body x={172} label="背面" parts={back} />
      </Phone>
      <Words x={244} y={96} size={14} bold>
        胸
      </Words>
      <Words x={244} y={124} size={20} bold>
        8
        <tspan fontSize={12} fontWeight={400} dx={3}>
          セット
        </tspan>
      </Words>
      <QuietWords x={244} y={146}>
        目安 5〜10
      </QuietWords>
      <g transform="translate(244 196)">
        {heat.map((color, index) => (
          <rect key={color} x={index * 20} width={18} height={12} rx={2} fill={color} />
        ))}
      </g>
      <QuietWords x={244} y={228}>
        少ない
      </QuietWords>
      <QuietWords x={342} y={228} anchor="end">
        多い
      </QuietWords>
    </PictureFrame>
  );
}

export function NextLoadPicture() {
  return (
    <PictureFrame title="次回の重量の画面。前回は42.5kgを14回。目標の12回を2回上回ったので、次回の重量は2.5kg増やした45.0kg。">
      <Phone title="チェストプレス">
        <QuietWords x={80} y={92}>
          前回
        </QuietWords>
        <Words x={280} y={92} size={14} anchor="end">
          42.5kg × 14回
        </Words>
        <Box x={80} y={108} width={200} height={164} radius={12} />
        <QuietWords x={96} y={134}>
          次回の重量
        </QuietWords>
        <Amount x={96} y={180} size={44} value="45.0" unit="kg" />
        <path
          d="M228 176v-24m-9 9 9-9 9 9"
          fill="none"
          stroke="var(--color-secondary-green)"
          strokeWidth={2.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <Words x={264} y={196} bold anchor="end" color="var(--color-secondary-green)">
          +2.5kg
        </Words>
        <path d="M96 210h168" stroke="rgb(255 255 255 / 12%)" />
        <Words x={96} y={234}>
          目標の12回を2回上回りました。
        </Words>
        <Words x={96} y={254}>
          1段階上げてみましょう。
        </Words>
      </Phone>
    </PictureFrame>
  );
}
