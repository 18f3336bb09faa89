import { PictureFrame } from './picture-frame.tsx';
import { Amount, Box, Chip, Phone, QuietWords } from './picture-parts.tsx';

export function ProfilePicture() {
  return (
    <PictureFrame title="プロフィールの画面。身長168cm、体重62.5kg、運動習慣は週2〜3回、目的は筋力向上が選ばれている。">
      <Phone title="プロフィールの登録">
        <QuietWords x={80} y={90}>
          身長
        </QuietWords>
        <Box x={80} y={98} width={94} height={48} />
        <Amount x={92} y={131} value="168" unit="cm" />
        <QuietWords x={186} y={90}>
          体重
        </QuietWords>
        <Box x={186} y={98} width={94} height={48} />
        <Amount x={194} y={131} value="62.5" unit="kg" />
        <QuietWords x={80} y={172}>
          運動習慣
        </QuietWords>
        <Chip x={80} y={180} width={64} label="ほぼなし" />
        <Chip x={150} y={180} width={50} label="週1回" />
        <Chip x={206} y={180} width={74} label="週2〜3回" chosen />
        <QuietWords x={80} y={232}>
          トレーニングの目的
        </QuietWords>
        <Chip x={80} y={240} width={76} label="筋力向上" chosen />
        <Chip x={162} y={240} width={76} label="健康維持" />
      </Phone>
    </PictureFrame>
  );
}
