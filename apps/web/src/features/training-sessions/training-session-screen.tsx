import { IconUser } from '@tabler/icons-react';
import type { TrainingSession } from '@tanren/contract/training-sessions';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { GonePage } from '#lib/gone-page.tsx';
import { describeMinutes, trainingSessionQuery } from '#lib/training-sessions.ts';
import { Page } from '#ui/page.tsx';
import { Pinned } from '#ui/pinned.tsx';
import { DoneRuns } from './done-runs.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { HiddenNotice } from './hidden-notice.tsx';
import { SessionActions } from './session-actions.tsx';
import { SessionItems } from './session-items.tsx';
import { SessionTags } from './session-tags.tsx';
import { TrainerMark } from './trainer-mark.tsx';
import { VisibilityMark } from './visibility-mark.tsx';
import classes from './training-session-screen.module.css';

const route = getRouteApi('/training-sessions/$trainingSessionId/');

interface TrainingSessionScreenProps {
  /** The button that starts it, or what there is of it under way. */
  readonly start: ReactNode;
}

export function TrainingSessionScreen({ start }: TrainingSessionScreenProps) {
  const { trainingSessionId } = route.useParams();
  const { data: session } = useSuspenseQuery(trainingSessionQuery(trainingSessionId));
  if (session === null) return <GonePage />;
  const { title, description, tags, items } = session;
  return (
    <Page title={title} lead={<Facts session={session} />}>
      <div className={classes.columns}>
        <div className={classes.main}>
          <HiddenNotice reason={session.hiddenReason} />
          {description === '' ? null : <p className={classes.description}>{description}</p>}
          <SessionTags tags={tags} />
          <SessionItems items={items} />
        </div>
        <div className={classes.side}>
          <Pinned>{start}</Pinned>
          <div className={classes.others}>
            <DoneRuns trainingSessionId={trainingSessionId} />
            <SessionActions session={session} />
          </div>
        </div>
      </div>
    </Page>
  );
}

function Facts({ session }: { readonly session: TrainingSession }) {
  const { author, byTrainer, visibility, setCount } = session;
  return (
    <span className={classes.facts}>
      <span className={classes.words}>
        <span className={classes.author}>
          <IconUser size={16} stroke={1.75} aria-hidden />
          {author.isMe ? `${author.nickname}（あなた）` : author.nickname}
        </span>
        {author.isMe ? <VisibilityMark visibility={visibility} /> : null}
        {byTrainer ? <TrainerMark /> : null}
        <span>
          {describeMinutes(session)}・{setCount}セット
        </span>
      </span>
      <FavoriteButton session={session} />
    </span>
  );
}
