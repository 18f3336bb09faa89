import { IconEyeOff } from '@tabler/icons-react';
import type { ReportDecision, StaffReport } from '@tanren/contract/menus/staff-menu-reports';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainRejection } from '#lib/rejections.ts';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { reportReasonNames } from '#entities/menus/menu-words.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { tableActions, tableCell, tableRow } from '#ui/lists/table-list.tsx';
import { decisionNames, decisionWords, listDecisions } from './report-words.ts';
import classes from './staff-menu-reports.module.css';
import { decideReportMutation } from './staff-menu-reports.queries.ts';

/** Returns the nickname. A member who has deleted the account is no longer named. */
const nameOf = (nickname: string | null) => nickname ?? 'アカウントを削除した会員';

export function ReportCard({ report }: { readonly report: StaffReport }) {
  const { session, reason, comment, reportedAt, reportCount, decision, decidedAt } = report;
  return (
    <Stack
      as="article"
      gap={12}
      card
      padding={16}
      className={tableRow}
      aria-label={`${report.title}への報告`}
    >
      <div {...tableCell(1, { tall: true })}>
        <Row as="header" gap={16} rowGap={0} align="baseline" wrap className={classes.head}>
          <Text as="h2" size={16} leading="snug">
            {reportReasonNames[reason]}
          </Text>
          {reportCount > 1 ? (
            <Text as="span" size={14} weight={700}>
              {reportCount}人が報告しています
            </Text>
          ) : null}
          <Note dateTime={reportedAt} as="time" end className={classes.time}>
            {formatMoment(reportedAt)}
          </Note>
        </Row>
        <Note>
          報告者 {nameOf(report.reporterNickname)}・作成者 {nameOf(report.authorNickname)}
        </Note>
      </div>
      {comment === '' ? null : (
        <Text
          as="blockquote"
          quoted
          verbatim
          {...tableCell(2, { tall: true, className: classes.comment })}
        >
          {comment}
        </Text>
      )}
      <ReportedWords report={report} />
      <Stack gap={12} optional {...tableCell(4, { tall: true })}>
        {session?.hidden === true ? (
          <Row as="p" gap={8} align="center" weight={500}>
            <IconEyeOff size={20} stroke={1.75} aria-hidden />
            スタッフが非公開にしています
          </Row>
        ) : null}
        {decision === null || decidedAt === null ? null : (
          <Note>
            {formatMoment(decidedAt)}に{decisionNames[decision]}
          </Note>
        )}
        <ReportDecisions report={report} />
      </Stack>
    </Stack>
  );
}

/** Shows the reported text next to the current one, or a single text when it has not changed. */
function ReportedWords({ report }: { readonly report: StaffReport }) {
  const { session, title, description } = report;
  const isSame = session !== null && session.title === title && session.description === description;
  return (
    <Stack fit={280} gap={12} {...tableCell(3, { tall: true })}>
      <Words heading={isSame ? '報告時から変更なし' : '報告された時'} {...{ title, description }}>
        {isSame ? <Tags tags={session.tags} /> : null}
      </Words>
      {isSame ? null : session === null ? (
        <Box as="section" sunken padding="12 16" shrinks>
          <Text as="h3" size={12} weight={500} quiet>
            現在
          </Text>
          <Note>このメニューは削除されています。</Note>
        </Box>
      ) : (
        <Words heading="現在" title={session.title} description={session.description}>
          <Tags tags={session.tags} />
        </Words>
      )}
    </Stack>
  );
}

interface WordsProps {
  readonly heading: string;
  readonly title: string;
  readonly description: string;
  readonly children?: ReactNode;
}

function Words({ heading, title, description, children }: WordsProps) {
  return (
    <Box as="section" sunken padding="12 16" shrinks>
      <Text as="h3" size={12} weight={500} quiet>
        {heading}
      </Text>
      <Text weight={700}>{title}</Text>
      {description === '' ? null : (
        <Text size={14} verbatim>
          {description}
        </Text>
      )}
      {children}
    </Box>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  return tags.length === 0 ? null : <Note>{tags.map((tag) => `#${tag}`).join(' ')}</Note>;
}

function ReportDecisions({ report }: { readonly report: StaffReport }) {
  const [pendingAction, setPendingAction] = useState<ReportDecision | null>(null);
  const decisions = listDecisions(report);
  if (decisions.length === 0) return null;
  return (
    <Stack fit={200} gap={12} className={tableActions}>
      {decisions.map((decision) => (
        <PrimaryButton
          key={decision}
          variant="default"
          onClick={() => {
            setPendingAction(decision);
          }}
        >
          <DecisionSign decision={decision} />
          {decisionWords[decision].ask}
        </PrimaryButton>
      ))}
      {pendingAction === null ? null : (
        <DecideDialog
          reportId={report.id}
          title={report.session?.title ?? report.title}
          decision={pendingAction}
          onDismiss={() => {
            setPendingAction(null);
          }}
        />
      )}
    </Stack>
  );
}

function DecisionSign({ decision }: { readonly decision: ReportDecision }) {
  const { Icon } = decisionWords[decision];
  return Icon === null ? null : <Icon size={20} stroke={1.75} aria-hidden />;
}

interface DecideDialogProps {
  readonly reportId: number;
  readonly title: string;
  readonly decision: ReportDecision;
  readonly onDismiss: () => void;
}

function DecideDialog({ reportId, title, decision, onDismiss }: DecideDialogProps) {
  const words = decisionWords[decision];
  const { mutateAsync } = useMutation(decideReportMutation(useQueryClient(), reportId));
  return (
    <ReasonDialog
      title={words.title}
      lead={
        <>
          <p>「{title}」</p>
          <p>{words.lead}</p>
        </>
      }
      label="理由"
      hint={words.hint}
      max={staffLimits.reason}
      count={countCharacters}
      optional={words.optional}
      confirm={words.confirm}
      confirming={words.confirming}
      cancel={words.cancel}
      Icon={words.Icon}
      explain={explainRejection}
      submit={async (reason) => {
        await mutateAsync({ decision, reason });
        notifyDone(words.done, words.doneText);
        onDismiss();
      }}
      onDismiss={onDismiss}
    />
  );
}
