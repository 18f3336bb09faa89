import { IconCalendar, IconChevronRight, IconPencil } from '@tabler/icons-react';
import type { TrainingSession } from '@tanren/contract/training-sessions';
import { Link } from '@tanstack/react-router';
import { describeMinutes } from '#lib/training-sessions.ts';
import { menuRow, MenuRowContent, MenuSection } from '#ui/menu-section.tsx';
import { CopyRow } from './copy-row.tsx';
import { DeleteRow } from './delete-row.tsx';
import { ReportRow } from './report-row.tsx';
import { ShareRow } from './share-row.tsx';

const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;

/** What can be done with a session besides doing it. */
export function SessionActions({ session }: { readonly session: TrainingSession }) {
  const { trainingSessionId, author, byTrainer } = session;
  // What a trainer made for a member is changed on the trainer's own pages, and never shared.
  const isOwn = author.isMe && !byTrainer;
  const isForMe = byTrainer && !author.isMe;
  return (
    <MenuSection heading="このセッション">
      <li>
        <Link to="/reservations" search={{ trainingSessionId }} className={menuRow}>
          <MenuRowContent
            Icon={IconCalendar}
            label={`予約する（${describeMinutes(session)}）`}
            end={further}
          />
        </Link>
      </li>
      {isOwn ? (
        <li>
          <Link
            to="/training-sessions/$trainingSessionId/edit"
            params={{ trainingSessionId }}
            className={menuRow}
          >
            <MenuRowContent Icon={IconPencil} label="編集する" end={further} />
          </Link>
        </li>
      ) : null}
      <CopyRow session={session} />
      {byTrainer || session.hiddenReason !== null ? null : <ShareRow session={session} />}
      {isOwn || isForMe ? <DeleteRow session={session} /> : null}
      {author.isMe || byTrainer ? null : <ReportRow trainingSessionId={trainingSessionId} />}
    </MenuSection>
  );
}
