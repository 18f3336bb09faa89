import {
  Action,
  Amount,
  Box,
  Chip,
  Overlay,
  Phone,
  PictureCode,
  PictureFrame,
  QuietWords,
  Words,
} from './picture-parts.tsx';

export function RegisterPicture() {
  return (
    <PictureFrame title="アプリの新規登録の画面。メールアドレスとパスワードを入力すると、確認コードがメールで届く。">
      <Phone title="アプリの新規登録" x={40}>
        <QuietWords x={56} y={84}>
          メールアドレス
        </QuietWords>
        <Box x={56} y={90} width={200} height={36} />
        <Words x={68} y={113} size={14}>
          hanako@example.com
        </Words>
        <QuietWords x={56} y={146}>
          パスワード
        </QuietWords>
        <Box x={56} y={152} width={200} height={36} />
        <Words x={68} y={175} size={14}>
          ••••••••••
        </Words>
        <Action x={56} y={196} width={200} label="登録する" />
      </Phone>
      <Overlay x={176} y={236} width={168} height={52} />
      <g fill="none" stroke="#fff" strokeWidth={1.75} strokeLinejoin="round">
        <rect x={192} y={252} width={28} height={20} rx={3} />
        <path d="m192 255 14 10 14-10" />
      </g>
      <QuietWords x={234} y={255}>
        確認コード
      </QuietWords>
      <Words x={234} y={278} size={20} bold>
        48291375
      </Words>
    </PictureFrame>
  );
}

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

const plates = [190, 208, 226, 244, 262, 280];
const pinned = 226;

/** Draws the machine of the logo: a weight stack with its pin, and a screen above it. */
function Machine() {
  return (
    <>
      <path d="M36 176v140M148 176v140" stroke="#7a7a7a" strokeWidth={6} />
      {plates.map((y) => (
        <Box
          key={y}
          x={48}
          y={y}
          width={88}
          height={13}
          radius={3}
          fill={y === pinned ? 'var(--color-primary)' : '#d9d9d9'}
        />
      ))}
      <path d="M136 232.5h22" stroke="var(--color-primary)" strokeWidth={5} strokeLinecap="round" />
      <Box
        x={16}
        y={28}
        width={152}
        height={144}
        radius={12}
        fill="var(--surface-page)"
        stroke="#7a7a7a"
      />
      <Box x={54} y={40} width={76} height={76} radius={4} fill="#fff" />
      <PictureCode x={60.5} y={46.5} color="var(--surface-page)" />
      <QuietWords x={92} y={136} anchor="middle">
        マシン 12
      </QuietWords>
      <Words x={92} y={160} size={20} bold anchor="middle">
        482 913
      </Words>
    </>
  );
}

export function LinkPicture() {
  return (
    <PictureFrame title="マシンの画面にQRコードとマシン番号12、6桁のコード482913が表示され、スマートフォンで同じコードを入力している。">
      <Machine />
      <Phone title="マシンと接続" x={192} width={152}>
        <Box x={208} y={76} width={120} height={84} fill="none" stroke="rgb(255 255 255 / 32%)" />
        <g stroke="#fff" strokeWidth={2.5} fill="none" strokeLinecap="round">
          <path d="M236 104v-8h8M284 96h8v8M292 132v8h-8M244 140h-8v-8" />
        </g>
        <Words x={268} y={122} anchor="middle">
          QRを写す
        </Words>
        <QuietWords x={208} y={184}>
          コードを入力
        </QuietWords>
        <Box x={208} y={192} width={120} height={36} />
        <Words x={268} y={215} size={16} bold anchor="middle">
          12 - 482913
        </Words>
        <Action x={208} y={244} width={120} label="接続する" />
      </Phone>
    </PictureFrame>
  );
}

export function WorkoutPicture() {
  return (
    <PictureFrame title="トレーニング中の画面。チェストプレスの2セット目、8回目。重量42.5kg、総発揮力850kg。">
      <Phone title="チェストプレス">
        <circle cx={84} cy={84} r={4} fill="var(--color-secondary-green)" />
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
        <Amount
          x={196}
          y={234}
          size={20}
          color="var(--color-secondary-green)"
          value="850"
          unit="kg"
        />
        <Words x={80} y={276} size={14}>
          1セット目
        </Words>
        <Words x={280} y={276} size={14} anchor="end">
          42.5kg × 12回
        </Words>
      </Phone>
    </PictureFrame>
  );
}
