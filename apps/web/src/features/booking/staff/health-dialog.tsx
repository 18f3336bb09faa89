import { getStaffHealthCheck } from '@tanren/contract/memberships/health-checks';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { useQuery } from '@tanstack/react-query';
import { HealthAnswerList } from '#entities/memberships/health-checks.tsx';
import { callApi } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { Modal } from '#ui/dialogs/dialogs.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Note, Stack } from '#ui/layout.tsx';

interface HealthDialogProps {
  readonly gymId: number;
  readonly person: { readonly member: string; readonly name: string };
  readonly onDismiss: () => void;
}

/** Shows the answers of a visitor to the health check. The server logs each view. */
export function HealthDialog({ gymId, person, onDismiss }: HealthDialogProps) {
  const { member, name } = person;
  const query = useQuery({
    queryKey: ['staff', 'health-check', gymId, member],
    queryFn: ({ signal }) => callApi(getStaffHealthCheck, { params: { gymId, member } }, signal),
    // One look is one entry in the log, and the answers do not stay in memory.
    staleTime: Infinity,
    gcTime: 0,
    meta: { errorShownByPage: true },
  });
  const { data } = query;
  return (
    <Modal
      title={`${addHonorific(name)}の健康チェック`}
      lead={
        <p>
          閲覧は操作の記録に残ります。「はい」があっても、トレーニングを禁止するものではありません。
        </p>
      }
      onDismiss={onDismiss}
    >
      <Stack gap={16}>
        {isMissing(query) ? <LoadAgain what="健康チェックの回答" query={query} /> : null}
        {data === undefined && !isMissing(query) ? <Skeleton height={320} /> : null}
        {data?.check === null ? <p>回答は削除されました。</p> : null}
        {data?.check ? (
          <div>
            <HealthAnswerList answers={data.check.answers} />
            <Note above={8}>{`回答日時：${formatMoment(data.check.answeredAt)}`}</Note>
          </div>
        ) : null}
        <PrimaryButton onClick={onDismiss}>閉じる</PrimaryButton>
      </Stack>
    </Modal>
  );
}
