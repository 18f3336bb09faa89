import { PictureFrame } from './picture-frame.tsx';
import { Action, Box, Overlay, Phone, QuietWords, Words } from './picture-parts.tsx';

export function RegisterPicture() {
  return (
    <PictureFrame title="新規会員登録の画面。メールアドレスとパスワードを入力すると、確認コードがメールで届く。">
      <Phone title="新規会員登録" x={40}>
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
