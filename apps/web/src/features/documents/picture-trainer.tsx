import { colors } from '#theme/colors.ts';
import { PictureFrame } from './picture-frame.tsx';
import { Box, Phone, QuietWords, Words } from './picture-parts.tsx';

const shared = ['トレーニング履歴', 'プロフィール', 'トレーニング状況'];

export function TrainerPicture() {
  return (
    <PictureFrame title="トレーナー連携の画面。トレーナーに伝える8文字のコードと、共有する情報として履歴、プロフィール、状況の3つが表示されている。">
      <Phone title="トレーナー連携">
        <Box x={80} y={76} width={200} height={84} radius={12} />
        <QuietWords x={180} y={100} anchor="middle">
          トレーナーに伝えるコード
        </QuietWords>
        <Words x={180} y={130} size={20} bold anchor="middle">
          K7MP-3XQD
        </Words>
        <QuietWords x={180} y={150} anchor="middle">
          残り 14:32
        </QuietWords>
        <QuietWords x={80} y={188}>
          共有する情報
        </QuietWords>
        {shared.map((label, index) => (
          <g key={label} transform={`translate(80 ${200 + index * 32})`}>
            <rect width={20} height={20} rx={4} fill="#fff" />
            <path
              d="m5 10 3.5 3.5L15 7"
              fill="none"
              stroke={colors.background}
              strokeWidth={2}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
            <Words x={30} y={15} size={14}>
              {label}
            </Words>
          </g>
        ))}
      </Phone>
    </PictureFrame>
  );
}
