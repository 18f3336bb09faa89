import { colors, surfaces } from '#theme/colors.ts';
import { PictureCode } from './picture-code.tsx';
import { PictureFrame } from './picture-frame.tsx';
import { Action, Box, Phone, QuietWords, Words } from './picture-parts.tsx';

const plates = [190, 208, 226, 244, 262, 280];
const pinned = 226;

/** The machine of the logo: a weight stack with the pin in, and a screen above it. */
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
          fill={y === pinned ? colors.primary : '#d9d9d9'}
        />
      ))}
      <path d="M136 232.5h22" stroke={colors.primary} strokeWidth={5} strokeLinecap="round" />
      <Box
        x={16}
        y={28}
        width={152}
        height={144}
        radius={12}
        fill={surfaces.page}
        stroke="#7a7a7a"
      />
      <Box x={54} y={40} width={76} height={76} radius={4} fill="#fff" />
      <PictureCode x={60.5} y={46.5} color={colors.background} />
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
