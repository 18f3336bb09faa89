import { answerHealthCheck, type HealthCheck } from '@tanren/contract/memberships/health-checks';
import {
  type HealthAnswers,
  healthQuestions,
  mapHealthQuestions,
} from '@tanren/domain/memberships/health-check';
import { Link } from '@tanstack/react-router';
import { callApi } from '#lib/api.ts';
import { requireNetwork } from '#lib/offline/network.ts';
import { explainRejection } from '#lib/rejections.ts';
import { ChoiceField } from '#ui/forms/choice-fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { type Rule, useForm } from '#ui/forms/use-form.ts';
import { Note, Stack } from '#ui/layout.tsx';
import { useHealthCheckCall } from './health-checks.queries.ts';

const choices = [
  { id: 'yes', label: 'はい' },
  { id: 'no', label: 'いいえ' },
] as const;

const isChosen: Rule = (text) => text !== '' || '「はい」か「いいえ」を選んでください';
const fields = mapHealthQuestions(() => ({ rules: [isChosen] }));

interface HealthCheckFormProps {
  readonly gym: Pick<HealthCheck, 'gymId' | 'gymName'>;
  /** Earlier answers, which are filled in. */
  readonly answers: HealthAnswers | undefined;
  readonly onAnswered: () => void;
}

/** Asks the questions of the health check. */
export function HealthCheckForm({ gym, answers, onAnswered }: HealthCheckFormProps) {
  const { gymId, gymName } = gym;
  const { mutateAsync } = useHealthCheckCall(async (sent: HealthAnswers) => {
    requireNetwork('回答');
    return await callApi(answerHealthCheck, { params: { gymId }, body: { answers: sent } });
  });
  const { form, errors, problem, busy } = useForm({
    fields,
    submit: async (values) => {
      await mutateAsync(mapHealthQuestions((key) => values[key] === 'yes'));
      onAnswered();
    },
    explain: (error) => ({ text: explainRejection(error) }),
  });
  const chosenFor = (key: keyof HealthAnswers) => {
    if (answers === undefined) return [];
    return [answers[key] ? 'yes' : 'no'];
  };
  return (
    <Stack as="form" gap={16} {...form}>
      {healthQuestions.map(({ key, text }, index) => (
        <ChoiceField
          key={key}
          name={key}
          kind="radio"
          label={`${index + 1}. ${text}`}
          choices={choices}
          chosen={chosenFor(key)}
          error={errors[key]}
        />
      ))}
      <Note leading="loose">
        {describeHandling(gymName)}くわしくは
        <Link to="/privacy-policy">プライバシーポリシー</Link>をご覧ください。
      </Note>
      <FormError text={problem} />
      <SubmitButton busy={busy}>{busy ? '送信しています…' : '同意して回答を送る'}</SubmitButton>
    </Stack>
  );
}

/** Says how the answers are handled. Sending them is the consent that the law asks for. */
function describeHandling(gymName: string): string {
  return [
    `回答は暗号化して保存し、ご本人と${gymName}のスタッフだけが見られます。`,
    '回答から1年たつと削除します。いつでもご自身で変更・削除できます。',
    '送信すると、健康に関する情報をこのように取り扱うことに同意したものとします。',
  ].join('');
}
