import { IconClock, IconLock, IconUser, IconUserHeart, IconWorld } from '@tabler/icons-react';
import type { TrainingSessionSummary } from '@tanren/contract/menus/menus';
import type { Visibility } from '@tanren/domain/menus/menus';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { describeMachines, visibilityNames } from '#entities/menus/menu-words.ts';
import { describeMinutes } from '#entities/menus/menus.queries.ts';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { menuTarget, showUnsent, withoutDeleted } from '#entities/menus/unsent-menus.ts';
import { useIsUnsent, useUnsent } from '#lib/offline/outbox.ts';
import { UnsentMark } from '#ui/feedback/notices.tsx';
import { Note, Row, Stack } from '#ui/layout.tsx';
import { LinkCard, linkOfCard } from '#ui/lists/cards.tsx';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { PagedList, useDrawn } from '#ui/lists/paged-list.tsx';
import { FavoriteButton, favoriteTarget } from './favorites.tsx';
import classes from './menu-list.module.css';

interface MenuListProps {
  readonly sessions: readonly TrainingSessionSummary[];
  readonly query: ComponentProps<typeof PagedList>['query'];
  /** Whether another result is being loaded. */
  readonly busy?: boolean;
  /** Heading level of each card on this page. */
  readonly heading?: 'h2' | 'h3';
  /**
   * Author who is named above the list and therefore not on each card. `null` when there is none.
   */
  readonly knownAuthor?: string | null;
  readonly onFavorite?: (trainingSessionId: number, favorite: boolean) => void;
}

/** Height of a card on a phone, in px. */
const cardHeight = 220;

/** Maximum number of drawings that fit into one row on a phone. */
const maxDrawings = 6;

export function MenuList(props: MenuListProps) {
  const { sessions, query, busy = false, heading = 'h2', knownAuthor = null, onFavorite } = props;
  const writes = useUnsent();
  const drawn = useDrawn(withoutDeleted(sessions, writes));
  return (
    <PagedList query={query} itemHeight={cardHeight} busy={busy}>
      <Stack as="ul" gap={12} className={classes.list}>
        {drawn.map((session) => (
          <li key={session.trainingSessionId}>
            <MenuCard
              session={showUnsent(session, writes)}
              heading={heading}
              knownAuthor={knownAuthor}
              onFavorite={(favorite) => onFavorite?.(session.trainingSessionId, favorite)}
            />
          </li>
        ))}
      </Stack>
    </PagedList>
  );
}

interface MenuCardProps {
  readonly session: TrainingSessionSummary;
  readonly heading: 'h2' | 'h3';
  readonly knownAuthor: string | null;
  readonly onFavorite: (favorite: boolean) => void;
}

/** Shows a menu. The whole card links to it, except for the favourite button. */
function MenuCard({ session, heading, knownAuthor, onFavorite }: MenuCardProps) {
  const { trainingSessionId, title, tags, author, byTrainer, setCount, visibility } = session;
  return (
    <LinkCard
      heading={heading}
      link={
        <Link
          to="/training-sessions/$trainingSessionId"
          params={{ trainingSessionId }}
          className={linkOfCard}
        >
          {title}
        </Link>
      }
      action={<FavoriteButton session={session} onChange={onFavorite} />}
    >
      <Row as="p" gap={4} align="center" size={14} leading="snug" shrinks className={classes.facts}>
        <IconClock size={16} stroke={1.75} aria-hidden />
        <span>{describeMinutes(session)}</span>
        <span>{setCount}セット</span>
      </Row>
      <Row as="p" gap={8} clips aria-hidden>
        {session.workoutTypeIds.slice(0, maxDrawings).map((workoutTypeId) => (
          <MachineDrawing key={workoutTypeId} workoutTypeId={workoutTypeId} size={44} />
        ))}
      </Row>
      <Note leading="loose" className={classes.machines}>
        {describeMachines(session)}
      </Note>
      {tags.length === 0 ? null : (
        <Row as="ul" wrap size={14} leading="snug" className={classes.tags} aria-label="タグ">
          {tags.map((tag) => (
            <li key={tag}>#{tag}</li>
          ))}
        </Row>
      )}
      <Row
        as="p"
        gap={4}
        align="center"
        size={12}
        quiet
        leading="snug"
        shrinks
        className={classes.facts}
      >
        {author.isMe ? (
          <VisibilityMark visibility={visibility} />
        ) : author.nickname === knownAuthor ? null : (
          <>
            <IconUser size={16} stroke={1.75} aria-hidden />
            <span>{author.nickname}</span>
          </>
        )}
        {byTrainer ? <TrainerMark /> : null}
        <MenuUnsentMark trainingSessionId={trainingSessionId} />
      </Row>
    </LinkCard>
  );
}

/** Shows the tabs of the three menu lists. Every search belongs to the tab 探す. */
export function MenuTabs() {
  const tab = { className: segment, activeOptions: { includeSearch: false } };
  return (
    <Segments label="メニューの一覧">
      <Link to="/my-training-sessions" {...tab}>
        マイメニュー
      </Link>
      <Link to="/favorite-training-sessions" {...tab}>
        お気に入り
      </Link>
      <Link to="/search-training-sessions" {...tab}>
        探す
      </Link>
    </Segments>
  );
}

/** Marks a menu that a trainer made for the member. */
export function TrainerMark() {
  return (
    <Row as="span" inline gap={4} align="center" nowrap>
      <IconUserHeart size={16} stroke={1.75} aria-hidden />
      トレーナー作成
    </Row>
  );
}

/**
 * Marks a menu whose content or favourite mark was changed on this device and waits for a network.
 */
export function MenuUnsentMark({ trainingSessionId }: { readonly trainingSessionId: number }) {
  const isUnsent = useIsUnsent(menuTarget(trainingSessionId), favoriteTarget(trainingSessionId));
  return isUnsent ? <UnsentMark /> : null;
}

/** Shows who can see the member's own menu. */
export function VisibilityMark({ visibility }: { readonly visibility: Visibility }) {
  const Icon = visibility === 'public' ? IconWorld : IconLock;
  return (
    <Row as="span" inline gap={4} align="center" nowrap>
      <Icon size={16} stroke={1.75} aria-hidden />
      {visibilityNames[visibility]}
    </Row>
  );
}
