import { maxResultsBytes } from '@tanren/domain/memberships/dues-transfers';
import type { EndpointOutput } from '@tanren/contract/endpoint';
import type { importResults } from '@tanren/contract/memberships/staff-dues';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { formatMonth } from '#entities/memberships/contract-words.ts';
import { formatGymDate } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { formatYen } from '#lib/number-format.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Box, List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { explainDuesRejection, formatSum, type LineError, readLineErrors } from './dues-words.ts';
import classes from './dues.module.css';
import { type DuesMonthOfGym, sendResults } from './staff-dues.queries.ts';

type Results = EndpointOutput<typeof importResults>;

interface ResultsDialogProps extends DuesMonthOfGym {
  readonly onDismiss: () => void;
}

/** Number of wrong lines that are shown. */
const maxShownErrors = 20;

/** Reads the bank's file, shows what it says, and books it after a second look. */
export function ResultsDialog({ gymId, month, onDismiss }: ResultsDialogProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const [content, setContent] = useState<string | null>(null);
  const [preview, setPreview] = useState<Results | null>(null);
  const [lineErrors, setLineErrors] = useState<readonly LineError[]>([]);
  const [rejection, setRejection] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  /** Number of the last chosen file. An answer about an earlier one is not shown. */
  const round = useRef(0);

  function reject(error: unknown): void {
    setPreview(null);
    const lines = readLineErrors(error);
    setLineErrors(lines ?? []);
    setRejection(lines === null ? explainDuesRejection(error) : null);
  }

  async function read(file: File | undefined): Promise<void> {
    round.current += 1;
    const mine = round.current;
    const isNewest = () => round.current === mine;
    setContent(null);
    setPreview(null);
    setLineErrors([]);
    setRejection(null);
    if (file === undefined) return;
    if (file.size === 0 || file.size > maxResultsBytes) {
      setRejection(
        'このファイルは取り込めません。銀行から届いた振替結果のファイルを選んでください。',
      );
      return;
    }
    setReading(true);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      const found = await sendResults(
        queryClient,
        { gymId, month },
        { content: text, dryRun: true },
      );
      if (!isNewest()) return;
      setContent(text);
      setPreview(found);
    } catch (error) {
      if (isNewest()) reject(error);
    } finally {
      if (isNewest()) setReading(false);
    }
  }

  const { form, problem, busy } = useForm({
    fields: {},
    explain: (error) => {
      reject(error);
      return null;
    },
    submit: async () => {
      if (content === null) {
        if (!reading && lineErrors.length === 0) setRejection('ファイルを選んでください。');
        return;
      }
      const { outcome, paid, failed } = await sendResults(
        queryClient,
        { gymId, month },
        { content, dryRun: false },
      );
      onDismiss();
      notifyDone(
        outcome === 'known' ? 'この振替結果は取り込み済みです' : '振替結果を取り込みました',
        `振替済${formatSum(paid)}、振替不能${formatSum(failed)}`,
      );
    },
  });
  return (
    <FormDialog
      title={`${formatMonth(month)}分の振替結果`}
      lead={
        <p>
          銀行から届いたファイルを選ぶと、先に内容を確認できます。取り込むまで、何も記録されません。
        </p>
      }
      form={form}
      problem={rejection ?? problem}
      busy={busy}
      confirm="取り込む"
      confirming="取り込んでいます…"
      cancel="取り込まない"
      Icon={null}
      onDismiss={onDismiss}
    >
      <Stack gap={4}>
        <Text as="label" htmlFor={id} size={14} weight={500}>
          振替結果のファイル
        </Text>
        <input
          id={id}
          type="file"
          className={classes.file}
          onChange={({ target }) => void read(target.files?.[0])}
        />
      </Stack>
      <StatusText>{reading ? '確認しています…' : null}</StatusText>
      {preview === null ? null : <ResultsPreview results={preview} />}
      {lineErrors.length === 0 ? null : <LineErrors errors={lineErrors} />}
    </FormDialog>
  );
}

function ResultsPreview({ results }: { readonly results: Results }) {
  const { outcome, onDay, paid, failed, failures } = results;
  return (
    <Stack as="section" gap={8} aria-label="取り込む内容">
      {outcome === 'known' ? <p>この振替結果は、すでに取り込まれています。</p> : null}
      <FactList
        facts={[
          { name: '振替日', value: formatGymDate(onDay) },
          { name: '振替済', value: formatSum(paid) },
          { name: '振替不能', value: formatSum(failed) },
        ]}
      />
      {failures.length === 0 ? null : (
        <List divided raised padding="0 16" aria-label="振替できなかった会員">
          {failures.map(({ membershipId, number, name, amount, reason }) => (
            <Box key={membershipId} as="li" padding="8 0">
              <Row as="p" gap={12} rowGap={0} align="baseline" justify="between" wrap>
                <strong>{name}</strong>
                <span>{formatYen(amount)}</span>
              </Row>
              <Note>
                {number}・{reason}
              </Note>
            </Box>
          ))}
        </List>
      )}
    </Stack>
  );
}

function LineErrors({ errors }: { readonly errors: readonly LineError[] }) {
  const rest = errors.length - maxShownErrors;
  return (
    <Box role="alert" sunken padding={12}>
      <Text alarming>ファイルを取り込めません。何も記録していません。</Text>
      <List above={4}>
        {errors.slice(0, maxShownErrors).map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            {line}行目：{text}
          </li>
        ))}
        {rest > 0 ? <li>ほかに{rest}件</li> : null}
      </List>
    </Box>
  );
}
