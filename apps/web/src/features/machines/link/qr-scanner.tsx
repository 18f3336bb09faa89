import { IconX } from '@tabler/icons-react';
import { formatClaimCode, parseClaimCode } from '@tanren/domain/machines/claim-codes';
import { formatLinkCode, parseLinkCode } from '@tanren/domain/machines/machine-links';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { FormError } from '#ui/forms/form-page.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { Box, Stack, Text } from '#ui/layout.tsx';
import { type CameraProblem, readLabel, useScan } from './scan-qr.ts';
import { useLink } from './link-machine.ts';
import classes from './link-ways.module.css';

/** Time in milliseconds before the same code is sent again. One code is visible for many frames. */
const repeatAfter = 5000;

interface QrScannerProps {
  readonly onClose: () => void;
  /** Called when the camera gives no picture. */
  readonly onProblem: (problem: CameraProblem) => void;
}

export function QrScanner({ onClose, onProblem }: QrScannerProps) {
  const { link, problem: rejection, busy } = useLink();
  const navigate = useNavigate();
  const router = useRouter();
  const [isForeign, setForeign] = useState(false);
  const [isFilming, setFilming] = useState(false);
  const last = useRef({ code: '', at: 0 });

  function read(text: string): void {
    const machine = readLabel(text);
    if (machine !== null) {
      void navigate({ to: '/tanren-link', search: { machine }, replace: true });
      onClose();
      return;
    }
    const claim = parseClaimCode(text);
    if (claim !== null) {
      // The page asks before claiming, because the bout may belong to the previous member.
      const code = formatClaimCode(claim);
      void navigate({ to: '/tanren-link', search: { code }, replace: true });
      onClose();
      return;
    }
    const parsed = parseLinkCode(text);
    setForeign(parsed === null);
    if (parsed === null) return;
    const code = formatLinkCode(parsed.machineId, parsed.timeCode);
    const now = Date.now();
    if (last.current.code === code && now - last.current.at < repeatAfter) return;
    last.current = { code, at: now };
    void link(code).then((done) => {
      // A member who has moved on to another page in the meantime is not brought back.
      const isHere = router.latestLocation.pathname === '/tanren-link';
      // An older code in the address would ask again, so it is removed.
      if (done && isHere) return navigate({ to: '/tanren-link', search: {}, replace: true });
    });
  }

  const video = useScan({ onText: read, onProblem });
  return (
    <Stack gap={12}>
      <Box card className={classes.frame}>
        <video
          ref={video}
          className={classes.video}
          muted
          playsInline
          aria-label="カメラの映像"
          onPlaying={() => {
            setFilming(true);
          }}
        />
        <div className={classes.mark} aria-hidden />
        <button
          type="button"
          className={classes.close}
          aria-label="カメラを閉じる"
          onClick={onClose}
        >
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
      </Box>
      <StatusText>
        <Text as="span" block centered>
          {isFilming ? describe(busy, isForeign) : 'カメラを起動しています…'}
        </Text>
      </StatusText>
      <FormError text={rejection} />
    </Stack>
  );
}

function describe(busy: boolean, isForeign: boolean): string {
  if (busy) return '接続しています…';
  return isForeign
    ? 'これはマシンのQRコードではありません。マシンの画面のQRコードを写してください。'
    : 'マシンの画面のQRコードを枠の中に写してください。';
}
