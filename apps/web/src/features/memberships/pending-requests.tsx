import { IconFileX } from '@tabler/icons-react';
import {
  type MembershipRequest,
  withdrawMembershipRequest,
} from '@tanren/contract/memberships/memberships';
import { useState } from 'react';
import { describeRequest } from '#entities/memberships/contract-words.ts';
import { callApi } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { explainRejection } from '#lib/rejections.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { Box, List, Note, Row } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { GuardianState } from './guardian-state.tsx';
import { useMembershipCall } from './memberships.queries.ts';

/** Lists the requests that the gym has not decided. The member can withdraw them until then. */
export function PendingRequests({ requests }: { readonly requests: readonly MembershipRequest[] }) {
  const [leaving, setLeaving] = useState<MembershipRequest | null>(null);
  return (
    <>
      {requests.length === 0 ? null : (
        <Card heading={headingOf(requests)}>
          <List divided>
            {requests.map((request) => (
              <Row key={request.requestId} as="li" gap={8} align="center" padding="8 0">
                <Box grow>
                  <p>
                    <strong>{describeRequest(request)}</strong>
                  </p>
                  <Note>
                    {request.gymName}・{formatMoment(request.requestedAt)}にお申し込み
                  </Note>
                  {request.note === '' ? null : <Note>{request.note}</Note>}
                  {request.guardian === undefined ? null : (
                    <GuardianState request={request} guardian={request.guardian} />
                  )}
                </Box>
                <PlainButton
                  aria-label={`${describeRequest(request)}を取り下げる`}
                  onClick={() => {
                    setLeaving(request);
                  }}
                >
                  取り下げる
                </PlainButton>
              </Row>
            ))}
          </List>
          <Note>確認が済むと、メールでお知らせします。</Note>
        </Card>
      )}
      {leaving === null ? null : (
        <WithdrawDialog
          request={leaving}
          onDone={() => {
            setLeaving(null);
          }}
        />
      )}
    </>
  );
}

/** A request that waits for a guardian is not with the gym yet. */
function headingOf(requests: readonly MembershipRequest[]): string {
  const isWithGym = ({ guardian }: MembershipRequest) =>
    guardian === undefined || guardian.state === 'agreed';
  return requests.some(isWithGym) ? 'ジムで確認しています' : '保護者の同意を待っています';
}

interface WithdrawDialogProps {
  readonly request: MembershipRequest;
  readonly onDone: () => void;
}

function WithdrawDialog({ request, onDone }: WithdrawDialogProps) {
  const { mutate, isPending, error } = useMembershipCall((requestId: number) =>
    callApi(withdrawMembershipRequest, { params: { requestId } }),
  );
  const confirm = () => {
    if (isPending) return;
    mutate(request.requestId, {
      onSuccess: () => {
        onDone();
        notifyDone('お申し込みを取り下げました', 'またいつでも申し込めます。');
      },
    });
  };
  return (
    <ConfirmDialog
      title="お申し込みを取り下げますか"
      keep="取り下げない"
      Icon={IconFileX}
      confirm="取り下げる"
      confirming="取り下げています…"
      busy={isPending}
      onConfirm={confirm}
      onDismiss={onDone}
    >
      <p>{describeRequest(request)}</p>
      <FormError text={error === null ? null : explainRejection(error)} />
    </ConfirmDialog>
  );
}
