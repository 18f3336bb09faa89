import { IconQrcode } from '@tabler/icons-react';
import { formatClaimCode, parseClaimCode } from '@tanren/domain/machines/claim-codes';
import {
  formatLinkCode,
  type LinkCode,
  parseLinkCode,
} from '@tanren/domain/machines/machine-links';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CodeField } from '#ui/forms/fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { type Rule, useForm } from '#ui/forms/use-form.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { Box, look, Note, Stack, Text } from '#ui/layout.tsx';
import { explainLinkError, linkMutation, useLink } from './link-machine.ts';
import classes from './link-ways.module.css';
import { QrScanner } from './qr-scanner.tsx';
import { type CameraProblem, cameraProblemText } from './scan-qr.ts';

interface LinkedFromAddressProps {
  readonly code: LinkCode;
  /** Machine that the member would leave. `null` while none is linked. */
  readonly linkedMachineId: number | null;
}

/** Asks the member before linking, because opening a link must not connect a machine by itself. */
export function LinkedFromAddress({ code, linkedMachineId }: LinkedFromAddressProps) {
  const navigate = useNavigate();
  const { link, problem, isCodeOver, busy } = useLink();
  const [camera, setCamera] = useState<Camera>('closed');
  const { machineId, timeCode } = code;
  const isOpen = camera === 'open';
  return (
    <Stack as="section" gap={12} card className={classes.card} aria-label="読み取ったマシン">
      <Text size={20} leading="flat" centered className={classes.machine}>
        マシン{' '}
        <Text as="strong" size={44}>
          {machineId}
        </Text>
      </Text>
      {linkedMachineId === null ? null : (
        <Note>
          接続中のマシン {linkedMachineId} との接続は解除され、そこまでの記録は保存されます。
        </Note>
      )}
      {isOpen ? null : <FormError text={explainCamera(camera) ?? problem} />}
      {isOpen ? (
        <CameraView onChange={setCamera} />
      ) : isCodeOver ? (
        <PrimaryButton
          variant="filled"
          onClick={() => {
            setCamera('open');
          }}
        >
          もう一度読み取る
        </PrimaryButton>
      ) : (
        <PrimaryButton
          variant="filled"
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => {
            void link(formatLinkCode(machineId, timeCode));
          }}
        >
          マシン {machineId} に接続する
        </PrimaryButton>
      )}
      <PlainButton
        onClick={() => {
          void navigate({ to: '/tanren-link', search: {}, replace: true });
        }}
      >
        {linkedMachineId === null ? 'ほかの方法で接続する' : '今のマシンを続ける'}
      </PlainButton>
    </Stack>
  );
}

/** State of the camera: open, closed by hand, or the reason why there is no picture. */
type Camera = 'open' | 'closed' | CameraProblem;

const explainCamera = (camera: Camera) =>
  camera === 'open' || camera === 'closed' ? null : cameraProblemText[camera];

function CameraView({ onChange }: { readonly onChange: (camera: Camera) => void }) {
  return (
    <QrScanner
      onClose={() => {
        onChange('closed');
      }}
      onProblem={onChange}
    />
  );
}

interface LinkWaysProps {
  /**
   * Machine whose label was scanned, so that only six digits are left to type. `null` without a
   * label.
   */
  readonly machineId: number | null;
  /**
   * Whether the member has just left a machine or asked about a bout. The code of that machine may
   * still be in view of the camera.
   */
  readonly isAfterLink: boolean;
  /** Reason why the camera will not work, if it is known before opening it. */
  readonly cameraProblem: CameraProblem | null;
  /** Whether another part of the page is more important, such as the end of a finished menu. */
  readonly isSecondary: boolean;
  /** Form to claim a bout that was lifted without a link, shown below the ways to link. */
  readonly claim: ReactNode;
}

const big = `${look(
  'stack',
  'middle',
  'justify-center',
  'gap-12',
  'full',
  'card',
  'weight-600',
  'pressable',
)} ${classes.camera}`;

const again = `${look(
  'row',
  'align-center',
  'justify-center',
  'gap-8',
  'full',
  'tall-52',
)} ${classes.again}`;

/**
 * Shows the ways to link a machine. The camera opens at once with the code below it; without a
 * picture the code comes first.
 */
export function LinkWays(props: LinkWaysProps) {
  const { machineId, isAfterLink, cameraProblem, isSecondary, claim } = props;
  const [camera, setCamera] = useState<Camera>(
    cameraProblem ?? (machineId === null && !isAfterLink ? 'open' : 'closed'),
  );
  const reason = explainCamera(camera);
  const codeFirst = reason !== null || machineId !== null;
  const byCamera = (
    <Box key="camera" as="section" shrinks aria-label="QRコードで接続">
      {camera === 'open' ? (
        <CameraView onChange={setCamera} />
      ) : (
        <button
          type="button"
          className={codeFirst ? again : big}
          onClick={() => {
            setCamera('open');
          }}
        >
          <IconQrcode size={codeFirst ? 24 : 72} stroke={codeFirst ? 1.75 : 1.25} aria-hidden />
          <span>QRコードを読み取る</span>
        </button>
      )}
    </Box>
  );
  const byCode = (
    <Box key="code" as="section" shrinks aria-label="接続コードで接続">
      <StatusText>
        {reason === null ? null : (
          <>
            <Text as="strong" block size={20} leading="tight">
              接続コードを入力してください
            </Text>
            <Note as="span" block className={classes.reason}>
              {reason}
            </Note>
          </>
        )}
      </StatusText>
      <CodeForm key={machineId} machineId={machineId} isSecondary={isSecondary} />
      {codeFirst ? null : <Box above={16}>{claim}</Box>}
    </Box>
  );
  return (
    <Stack from={768} gap={24} align="start" className={classes.ways}>
      {codeFirst ? [byCode, byCamera, <div key="claim">{claim}</div>] : [byCamera, byCode]}
    </Stack>
  );
}

const isTyped: Rule = (text) => text.trim() !== '' || '接続コードを入力してください';

/** Accepts a claim code here as well, because a pasted claim code is unambiguous. */
const isCode: Rule = (text) =>
  parseLinkCode(text) !== null ||
  parseClaimCode(text) !== null ||
  'マシン番号と6桁の数字を続けて入力してください（例：12-345678）';

interface CodeFormProps extends Pick<LinkWaysProps, 'isSecondary'> {
  /**
   * Machine whose label was scanned, so that only six digits are left to type. `null` without a
   * label.
   */
  readonly machineId: number | null;
}

/**
 * Links a machine by a typed code, for members without a camera or with a code that was read out to
 * them.
 */
function CodeForm({ machineId, isSecondary }: CodeFormProps) {
  const { mutateAsync } = useMutation(linkMutation(useQueryClient()));
  const navigate = useNavigate();
  const { form, errors, problem, busy } = useForm({
    fields: { code: { rules: [isTyped, isCode] } },
    submit: async ({ code }) => {
      const claim = parseClaimCode(code);
      if (claim !== null) {
        await navigate({ to: '/tanren-link', search: { code: formatClaimCode(claim) } });
        return;
      }
      const parsed = parseLinkCode(code);
      if (parsed) await mutateAsync(formatLinkCode(parsed.machineId, parsed.timeCode));
    },
    explain: (error) => {
      const text = explainLinkError(error);
      return text === null ? null : { text, field: 'code' };
    },
  });
  return (
    <Stack as="form" gap={12} className={classes.form} {...form}>
      <CodeField
        name="code"
        label="接続コード"
        error={errors.code}
        hint="マシンの画面の数字です。ハイフンは不要です。"
        autoComplete="off"
        defaultValue={machineId === null ? '' : formatLinkCode(machineId, '')}
        takesFocus={machineId !== null}
        placeholder="例：12-345678"
        enterKeyHint="go"
      />
      <FormError text={problem} />
      <SubmitButton busy={busy} variant={isSecondary ? 'default' : 'outline'}>
        接続する
      </SubmitButton>
    </Stack>
  );
}
