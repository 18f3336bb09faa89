import { colors } from '#theme/colors.ts';
import { PictureFrame } from './picture-frame.tsx';
import { Amount, Box, Phone, QuietWords, Words } from './picture-parts.tsx';

export function WorkoutPicture() {
  return (
    <PictureFrame title="トレーニング中の画面。チェストプレスの2セット目、8回目。重量42.5kg、総発揮力850kg。">
      <Phone title="チェストプレス">
        <circle cx={84} cy={84} r={4} fill={colors.secondaryGreen} />
        <QuietWords x={94} y={88}>
          接続中
        </QuietWords>
        <QuietWords x={280} y={88} anchor="end">
          2セット目
        </QuietWords>
        <Amount x={180} y={164} size={72} anchor="middle" value="8" unit="回" />
        <Box x={80} y={186} width={96} height={62} />
        <QuietWords x={92} y={206}>
          重量
        </QuietWords>
        <Amount x={92} y={234} size={20} value="42.5" unit="kg" />
        <Box x={184} y={186} width={96} height={62} />
        <QuietWords x={196} y={206}>
          総発揮力
        </QuietWords>
        <Amount x={196} y={234} size={20} color={colors.secondaryGreen} value="850" unit="kg" />
        <Words x={80} y={276} size={14}>
          1セット目
        </Words>
        <Words x={280} y={276} size={14} anchor="end">
          42.5 kg × 12回
        </Words>
      </Phone>
    </PictureFrame>
  );
}
