import { colors } from '#theme/colors.ts';
import { PictureFrame } from './picture-frame.tsx';
import { Amount, Box, Phone, QuietWords, Words } from './picture-parts.tsx';

export function NextLoadPicture() {
  return (
    <PictureFrame title="次の重量の画面。前回は42.5kgを14回。目標の12回を2回上回ったので、次の重量は2.5kg増やした45.0kg。">
      <Phone title="チェストプレス">
        <QuietWords x={80} y={92}>
          前回
        </QuietWords>
        <Words x={280} y={92} size={14} anchor="end">
          42.5 kg × 14回
        </Words>
        <Box x={80} y={108} width={200} height={164} radius={12} />
        <QuietWords x={96} y={134}>
          次の重量
        </QuietWords>
        <Amount x={96} y={180} size={44} value="45.0" unit="kg" />
        <path
          d="M228 176v-24m-9 9 9-9 9 9"
          fill="none"
          stroke={colors.secondaryGreen}
          strokeWidth={2.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <Words x={264} y={196} bold anchor="end" color={colors.secondaryGreen}>
          +2.5 kg
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
