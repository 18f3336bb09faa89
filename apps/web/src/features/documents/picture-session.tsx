import { colors } from '#theme/colors.ts';
import { PictureFrame } from './picture-frame.tsx';
import { Box, Phone, QuietWords, Words } from './picture-parts.tsx';

const items = [
  { name: 'レッグプレス', plan: '3セット×12回・100kg', isDone: true },
  { name: 'チェストプレス', plan: '3セット×12回・45kg', isDone: false },
  { name: 'シーテッドロー', plan: '3セット×12回・40kg', isDone: false },
];

export function SessionPicture() {
  return (
    <PictureFrame title="実施中のセッションの画面。全身メニューの9セットのうち3セットが終わり、レッグプレスに完了の印が付いている。次はチェストプレス45kgを3セット。">
      <Phone title="全身メニュー">
        <Box x={80} y={82} width={132} height={6} radius={3} />
        <Box x={80} y={82} width={44} height={6} radius={3} fill={colors.secondaryGreen} />
        <Words x={280} y={90} anchor="end">
          3/9セット
        </Words>
        {items.map(({ name, plan, isDone }, index) => (
          <g key={name} transform={`translate(80 ${108 + index * 58})`}>
            <Box x={0} y={0} width={200} height={50} stroke={index === 1 ? '#fff' : 'none'} />
            {isDone && (
              <path
                d="m172 25 6 6 10-11"
                fill="none"
                stroke={colors.secondaryGreen}
                strokeWidth={2.5}
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            )}
            <Words x={12} y={21} size={14} bold>
              {name}
            </Words>
            <QuietWords x={12} y={39}>
              {plan}
            </QuietWords>
          </g>
        ))}
      </Phone>
    </PictureFrame>
  );
}
