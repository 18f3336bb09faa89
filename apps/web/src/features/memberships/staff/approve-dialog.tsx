import { membershipRequestNames } from '@tanren/domain/memberships/membership-requests';
import type { MembershipRequest } from '@tanren/contract/memberships/memberships';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Agreement, useAffectedQuestion } from '#entities/booking/affected-question.tsx';
import { isStaleVersion } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { affectedWords, explainContractRejection } from './contract-rejections.ts';
import { listRequestFacts, notifyDecided } from './request-words.ts';
import { refreshMemberships, sendDecision } from './staff-memberships.queries.ts';

interface ApproveDialogProps {
  readonly request: MembershipRequest;
  readonly onClose: () => void;
}

/**
 * Asks before approving, because it takes effect at once and sends a mail. For a new member it also
 * asks staff to check an identity card.
 */
export function ApproveDialog({ request, onClose }: ApproveDialogProps) {
  const queryClient = useQueryClient();
  const { requestId, kind, name } = request;
  const affected = useAffectedQuestion(affectedWords);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // React state updates too late for the second tap of a double tap, so a ref is needed.
  const isBusy = useRef(false);

  async function approve(agreement: Agreement): Promise<void> {
    try {
      await sendDecision(queryClient, requestId, { approve: true, ...agreement });
      notifyDone(`${membershipRequestNames[kind]}を承認しました`, '会員にメールでお知らせします。');
    } catch (error) {
      if (!isStaleVersion(error)) throw error;
      notifyDecided();
      await refreshMemberships(queryClient);
    }
    onClose();
  }

  async function start(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await affected.send(approve);
    } catch (error) {
      setProblem(explainContractRejection(error));
    }
    isBusy.current = false;
    setBusy(false);
  }

  return (
    <>
      <ConfirmDialog
        title={`${membershipRequestNames[kind]}を承認しますか`}
        keep="承認しない"
        Icon={null}
        confirm="承認する"
        confirming="承認しています…"
        busy={busy}
        onConfirm={() => void start()}
        onDismiss={onClose}
      >
        {kind === 'join' ? (
          <p>
            {addHonorific(name)}
            のご本人確認が済んでいることを確かめてください。承認すると、会員契約が始まります。
          </p>
        ) : (
          <p>{addHonorific(name)}のお申し込みのとおりに、会員契約を変更します。</p>
        )}
        <FactList facts={listRequestFacts(request)} />
        <FormError text={problem} />
      </ConfirmDialog>
      {affected.question}
    </>
  );
}
