import { Action, Box, Overlay, Phone, PictureFrame, QuietWords, Words } from './picture-parts.tsx';

const items = [
  { name: 'レッグプレス', plan: '3セット×12回・100kg', isDone: true },
  { name: 'チェストプレス', plan: '3セット×12回・45kg', isDone: false },
  { name: 'シーテッドロー', plan: '3セット×12回・40kg', isDone: false },
];

export function MenuPicture() {
  return (
    <PictureFrame title="トレーニング中のメニューの画面。9セットのうち3セットが終わり、レッグプレスに完了の印が付いている。次はチェストプレス45kgを3セット。">
      <Phone title="全身メニュー">
        <Box x={80} y={82} width={132} height={6} radius={3} />
        <Box x={80} y={82} width={44} height={6} radius={3} fill="var(--color-secondary-green)" />
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
                stroke="var(--color-secondary-green)"
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

const rows = [
  { rank: 3, nickname: 'ことり', value: '57.5' },
  { rank: 4, nickname: 'ハル', value: '55.0' },
  { rank: 5, nickname: 'あなた', value: '52.5' },
];
const own = 5;

export function RankingPicture() {
  return (
    <PictureFrame title="最大重量のランキングの画面。自分の行が赤い枠で5位、52.5kgと表示され、4位まであと2.5kg。">
      <Phone title="ランキング">
        <QuietWords x={130} y={88} size={14} anchor="middle">
          総発揮力
        </QuietWords>
        <Words x={230} y={88} size={14} bold anchor="middle">
          最大重量
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
              fill={rank === own ? 'var(--surface-raised)' : 'none'}
              stroke={rank === own ? 'var(--color-primary)' : 'none'}
            />
            <Words x={24} y={25} size={16} bold anchor="middle">
              {rank}
            </Words>
            <Words x={48} y={24} size={14} bold={rank === own}>
              {nickname}
            </Words>
            <Words x={204} y={25} size={16} bold anchor="end" color="var(--color-secondary-cyan)">
              {value}
              <tspan fontSize={12} fontWeight={400} dx={3}>
                kg
              </tspan>
            </Words>
          </g>
        ))}
        <Words x={276} y={264} size={14} bold anchor="end">
          4位まであと2.5kg
        </Words>
      </Phone>
    </PictureFrame>
  );
}

const plans = [
  { name: 'レギュラー', price: '¥8,800' },
  { name: 'デイ', price: '¥6,600' },
];
const chosenPlan = 'レギュラー';

export function PlanPicture() {
  return (
    <PictureFrame title="プランを選ぶ画面。月8,800円のレギュラーと月6,600円のデイのうち、レギュラーを選び、申し込むボタンがある。">
      <Phone title="プランを選ぶ">
        {plans.map(({ name, price }, index) => (
          <g key={name} transform={`translate(80 ${78 + index * 68})`}>
            <Box
              x={0}
              y={0}
              width={200}
              height={58}
              stroke={name === chosenPlan ? '#fff' : 'none'}
            />
            <Words x={14} y={35} size={14} bold={name === chosenPlan}>
              {name}
            </Words>
            <Words x={186} y={35} size={16} bold anchor="end">
              {price}
              <tspan fontSize={12} fontWeight={400} dx={2}>
                /月
              </tspan>
            </Words>
          </g>
        ))}
        <Action x={80} y={224} width={200} label="申し込む" />
      </Phone>
    </PictureFrame>
  );
}

const slots = [
  { time: '18:00', places: '残り3' },
  { time: '19:00', places: '予約済み' },
  { time: '20:00', places: '満席' },
];
const mine = '19:00';

export function ReservationPicture() {
  return (
    <PictureFrame title="予約の画面で19時の枠が予約済みになり、入口で使う6桁の入館コード730 164が表示されている。">
      <Phone title="8月15日(金)" x={24}>
        {slots.map(({ time, places }, index) => (
          <g key={time} transform={`translate(40 ${72 + index * 44})`}>
            <Box
              x={0}
              y={0}
              width={200}
              height={38}
              stroke={time === mine ? 'var(--color-primary)' : 'none'}
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
        入館コード
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
              stroke="var(--surface-page)"
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
