import { colors } from '#theme/colors.ts';
import { PictureFrame } from './picture-frame.tsx';
import { Amount, Chip, Phone, QuietWords, Words } from './picture-parts.tsx';

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
    <PictureFrame title="チェストプレスの記録の画面。3か月の最大負荷の折れ線グラフが右上がりで、最新の52.5kgに自己ベストの印が付いている。">
      <Phone title="チェストプレス">
        <Chip x={80} y={72} width={46} label="1か月" />
        <Chip x={131} y={72} width={46} label="3か月" chosen />
        <Chip x={182} y={72} width={40} label="1年" />
        <Chip x={227} y={72} width={54} label="全期間" />
        <QuietWords x={80} y={126}>
          最大負荷
        </QuietWords>
        <Amount x={80} y={156} color={colors.secondaryCyan} value="52.5" unit="kg" />
        <circle cx={184} cy={146} r={4} fill={colors.secondaryYellow} />
        <Words x={194} y={150} bold>
          自己ベスト更新
        </Words>
        <path d="M80 184h200M80 216h200M80 248h200" stroke="rgb(255 255 255 / 12%)" />
        <polyline
          points={points.map((point) => point.join(',')).join(' ')}
          fill="none"
          stroke={colors.secondaryCyan}
          strokeWidth={2.5}
          strokeLinejoin="round"
        />
        {points.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r={3} fill={colors.secondaryCyan} />
        ))}
        <circle
          cx={bestX}
          cy={bestY}
          r={6}
          fill={colors.secondaryCyan}
          stroke={colors.secondaryYellow}
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
