import { IconCircleCheck, IconStethoscope } from '@tabler/icons-react';
import { deleteHealthCheck, type HealthCheck } from '@tanren/contract/memberships/health-checks';
import { hasConcern } from '@tanren/domain/memberships/health-check';
import { useState } from 'react';
import { HealthAnswerList } from '#entities/memberships/health-checks.tsx';
import { callApi } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { requireNetwork } from '#lib/offline/network.ts';
import { explainRejection } from '#lib/rejections.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { DeleteDialog } from '#ui/dialogs/dialogs.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { Note, Stack } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { useHealthCheckCall } from './health-checks.queries.ts';

interface HealthCheckResultProps {
  readonly gymId: number;
  readonly check: NonNullable<HealthCheck['check']>;
  /** Called to answer anew. `null` when the gym no longer asks. */
  readonly onChange: (() => void) | null;
}

/** Shows the own answers, and what the member should do after a はい. */
export function HealthCheckResult({ gymId, check, onChange }: HealthCheckResultProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useHealthCheckCall(async () => {
    requireNetwork('回答の削除');
    return await callApi(deleteHealthCheck, { params: { gymId } });
  });
  const remove = () => {
    mutate(undefined, {
      onSuccess: () => notifyDone('回答を削除しました', 'ジムのスタッフにも表示されません。'),
      onSettled: () => setIsAsking(false),
    });
  };
  return (
    <Stack gap={16}>
      {hasConcern(check.answers) ? (
        <Notice Icon={IconStethoscope}>
          医師に相談するか、ジムのスタッフにお声がけください。トレーニングを禁止するものではありません。
        </Notice>
      ) : (
        <Notice Icon={IconCircleCheck}>
          ご回答ありがとうございます。体調に変化があったときは、ジムのスタッフにお声がけください。
        </Notice>
      )}
      <Card heading="あなたの回答">
        <HealthAnswerList answers={check.answers} />
        <Note above={8}>
          {`回答日時：${formatMoment(check.answeredAt)}（${formatMoment(check.storedUntil)}に削除されます）`}
        </Note>
      </Card>
      {onChange === null ? null : <PrimaryButton onClick={onChange}>回答を変更する</PrimaryButton>}
      <PlainButton
        onClick={() => {
          setIsAsking(true);
        }}
      >
        回答を削除する
      </PlainButton>
      <FormError text={error === null ? null : explainRejection(error)} />
      {isAsking ? (
        <DeleteDialog
          title="健康チェックの回答を削除しますか？"
          busy={isPending}
          onConfirm={remove}
          onDismiss={() => {
            setIsAsking(false);
          }}
        >
          <p>ジムのスタッフにも表示されなくなります。あとからもう一度回答できます。</p>
        </DeleteDialog>
      ) : null}
    </Stack>
  );
}
