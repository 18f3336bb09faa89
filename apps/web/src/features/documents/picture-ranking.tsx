import { colors, surfaces } from '#theme/colors.ts';
import { PictureFrame } from './picture-frame.tsx';
import { Box, Phone, QuietWords, Words } from './picture-parts.tsx';

const rows = [
  { rank: 3, nickname: 'ことり', value: '57.5' },
  { rank: 4, nickname: 'ハル', value: '55.0' },
  { rank: 5, nickname: 'あなた', value: '52.5' },
];
const own = 5;

export function RankingPicture() {
  return (
    <PictureFrame title="最大負荷のランキングの画面。自分の行が赤い枠で5位、52.5kgと表示され、4位まであと2.5kg。">
      <Phone title="ランキング">
        <QuietWords x={130} y={88} size={14} anchor="middle">
          総発揮力
        </QuietWords>
        <Words x={230} y={88} size={14} bold anchor="middle">
          最大負荷
        </Words>
        <path d="M80 98h200" stroke="rgb(255 255 255 / 12%)" />
        <path d="M180 98h100" stroke="#fff" strokeWidth={2} />
        {rows.map(({ rank, nickname, value }, index) => (
          <g key={rank} transform={`translate(72 ${112 + index * 44})`}>
            <Box
              x={0}
              y={0}
              width={216}
              height={38}
              fill={rank === own ? surfaces.raised : 'none'}
              stroke={rank === own ? colors.primary : 'none'}
            />
            <Words x={24} y={25} size={16} bold anchor="middle">
              {rank}
            </Words>
            <Words x={48} y={24} size={14} bold={rank === own}>
              {nickname}
            </Words>
            <Words x={204} y={25} size={16} bold anchor="end" color={colors.secondaryCyan}>
              {value}
              <tspan fontSize={12} fontWeight={400} dx={3}>
                kg
              </tspan>
            </Words>
          </g>
        ))}
        <Words x={276} y={264} size={14} bold anchor="end">
          4位まであと2.5 kg
        </Words>
      </Phone>
    </PictureFrame>
  );
}
