import { IconFileX } from '@tabler/icons-react';
import { membershipRequestNames } from '@tanren/domain/memberships/membership-requests';
import type { MembershipRequest } from '@tanren/contract/memberships/memberships';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoment } from '#lib/dates.ts';
import { isStaleVersion } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { Badge } from '#ui/badge.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { explainContractRejection } from './contract-rejections.ts';
import { listRequestFacts, notifyDecided } from './request-words.ts';
import { refreshMemberships, sendDecision } from './staff-memberships.queries.ts';
import classes from './staff-memberships.module.css';

export interface ShownRequest extends MembershipRequest {
  /** Account of the applicant. Absent on the page of that account. */
  readonly member?: string | null;
  readonly nickname?: string | null;
}

/** Lists the requests of members, each with the buttons to approve and to decline. */
export function RequestList({ requests }: { readonly requests: readonly ShownRequest[] }) {
  return (
    <Stack as="ul" fit={340} gap={12} level>
      {requests.map((request) => (
        <li key={request.requestId}>
          <RequestCard request={request} />
        </li>
      ))}
    </Stack>
  );
}

function RequestCard({ request }: { readonly request: ShownRequest }) {
  const [pendingAction, setPendingAction] = useState<'approve' | 'decline' | null>(null);
  const { kind, name, note, requestedAt } = request;
  const close = () => {
    setPendingAction(null);
  };
  return (
    <Stack
      as="article"
      gap={8}
      card
      className={classes.request}
      aria-label={`${addHonorific(name)}の${membershipRequestNames[kind]}`}
    >
      <Row as="header" gap={12} rowGap={0} align="center" justify="between" wrap>
        <Row
          as="h3"
          gap={8}
          rowGap={0}
          align="center"
          wrap
          tall={44}
          size={16}
          className={classes.requestName}
        >
          <Badge>{membershipRequestNames[kind]}</Badge>
          <Applicant request={request} />
        </Row>
        <Note dateTime={requestedAt} as="time">
          {formatMoment(requestedAt)}
        </Note>
      </Row>
      <FactList facts={listRequestFacts(request)} />
      {note === '' ? null : (
        <Text as="blockquote" raised size={14} lines className={classes.words}>
          {note}
        </Text>
      )}
      <Stack columns={2} gap={8} className={classes.answers}>
        <PrimaryButton
          variant="default"
          onClick={() => {
            setPendingAction('approve');
          }}
        >
          承認する
        </PrimaryButton>
        <PrimaryButton
          variant="default"
          onClick={() => {
            setPendingAction('decline');
          }}
        >
          <IconFileX size={20} stroke={1.75} aria-hidden />
          お断りする
        </PrimaryButton>
      </Stack>
      {pendingAction === 'approve' ? <ApproveDialog request={request} onClose={close} /> : null}
      {pendingAction === 'decline' ? <DeclineDialog request={request} onClose={close} /> : null}
    </Stack>
  );
}

/**
 * Links to the contract, or to the account of an applicant without one. Preloading is off, because
 * the server logs each view.
 */
function Applicant({ request }: { readonly request: ShownRequest }) {
  const { membershipId, member = null, name, nameKana, nickname = null } = request;
  const words = (
    <>
      <span className={classes.name}>{name}</span>
      {nameKana === undefined ? null : <small>{nameKana}</small>}
      {nickname === null || nickname === '' ? null : <small>{nickname}</small>}
    </>
  );
  const person = `${look(
    'row',
    'inline',
    'tall-44',
    'wrap',
    'align-baseline',
    'middle',
    'gap-8',
    'rowGap-0',
    'leading-tight',
    'bare',
  )} ${classes.person}`;
  if (member === null) return <span className={person}>{words}</span>;
  return membershipId === null ? (
    <Link to="/staff/members/$member" params={{ member }} preload={false} className={person}>
      {words}
    </Link>
  ) : (
    <Link
      to="/staff/memberships/$membershipId"
      params={{ membershipId }}
      preload={false}
      className={person}
    >
      {words}
    </Link>
  );
}

interface DeclineDialogProps {
  readonly request: ShownRequest;
  readonly onClose: () => void;
}

function DeclineDialog({ request, onClose }: DeclineDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      title={`${membershipRequestNames[request.kind]}のお申し込みをお断りしますか`}
      lead={<p>{addHonorific(request.name)}に、理由とともにメールでお知らせします。</p>}
      label="理由"
      hint="会員が読みます。"
      max={staffLimits.reason}
      count={countCharacters}
      confirm="お断りする"
      confirming="送信しています…"
      cancel="断らない"
      Icon={IconFileX}
      explain={explainContractRejection}
      submit={async (reason) => {
        try {
          await sendDecision(queryClient, request.requestId, { approve: false, reason });
          notifyDone('お申し込みをお断りしました', '会員にメールでお知らせします。');
        } catch (error) {
          if (!isStaleVersion(error)) throw error;
          notifyDecided();
          await refreshMemberships(queryClient);
        }
        onClose();
      }}
      onDismiss={onClose}
    />
  );
}
