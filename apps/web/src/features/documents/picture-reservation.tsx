import { colors } from '#theme/colors.ts';
import { PictureFrame } from './picture-frame.tsx';
import { Box, Overlay, Phone, QuietWords, Words } from './picture-parts.tsx';

const slots = [
  { time: '18:00', places: '残り3' },
  { time: '19:00', places: '予約済み' },
  { time: '20:00', places: '満席' },
];
const mine = '19:00';

export function ReservationPicture() {
  return (
    <PictureFrame title="予約の画面で19時の枠が予約済みになり、入口で使う6桁の解錠コード730 164が表示されている。">
      <Phone title="8月15日(金)" x={24}>
        {slots.map(({ time, places }, index) => (
          <g key={time} transform={`translate(40 ${72 + index * 44})`}>
            <Box
              x={0}
              y={0}
              width={200}
              height={38}
              stroke={time === mine ? colors.primary : 'none'}
            />
            <Words x={14} y={25} size={16} bold>
              {time}
            </Words>
            <Words x={186} y={24} size={14} anchor="end" bold={time === mine}>
              {places}
            </Words>
          </g>
        ))}
      </Phone>
      <Overlay x={160} y={202} width={184} height={86} />
      <g fill="none" stroke="#fff" strokeWidth={1.75} strokeLinejoin="round">
        <rect x={176} y={226} width={20} height={15} rx={3} />
        <path d="M180 226v-5a6 6 0 0 1 11.5-2.3" strokeLinecap="round" />
      </g>
      <QuietWords x={206} y={238}>
        解錠コード
      </QuietWords>
      <Words x={176} y={274} size={28} bold>
        730 164
      </Words>
      <QuietWords x={328} y={238} anchor="end">
        18:45〜
      </QuietWords>
    </PictureFrame>
  );
}
