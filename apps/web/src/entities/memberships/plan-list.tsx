import { IconChevronRight } from '@tabler/icons-react';
import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatYen } from '#lib/number-format.ts';
import { Badge } from '#ui/badge.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import { List, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Unbroken } from '#ui/unbroken.tsx';
import { listRights, perWords } from './contract-words.ts';
import { summarizePlan } from './membership-words.ts';
import classes from './plan-list.module.css';

interface PlanListProps {
  readonly plans: readonly SubscriptionPlan[];
  /** Renders the one link or button for a plan. It must have the class `planTarget`. */
  readonly renderAction?: ((plan: SubscriptionPlan) => ReactNode) | undefined;
  /** Plan of the member's current membership. */
  readonly currentId?: number | undefined;
  /** Shows two lines for each plan, for pages whose main topic is not the plans. */
  readonly compact?: boolean;
}

/** Lists the plans that a gym offers. The target of a row covers the whole row. */
export function PlanList({ plans, renderAction, currentId, compact = false }: PlanListProps) {
  const shown = plans.filter(({ id, offered }) => offered || id === currentId);
  if (shown.length === 0) {
    return (
      <Text quiet above={8}>
        プランは店頭でご案内しています。
      </Text>
    );
  }
  return (
    <List divided above={4} data-compact={compact || undefined}>
      {shown.map((plan) => {
        const target = plan.offered && plan.id !== currentId ? renderAction?.(plan) : undefined;
        return (
          <Stack
            key={plan.id}
            as="li"
            gap={compact ? 8 : undefined}
            rowGap={0}
            align={compact ? 'center' : undefined}
            padding="12 16"
            pressable={target !== undefined}
            className={classes.row}
            data-target={target ? true : undefined}
          >
            {compact ? (
              <CompactWords plan={plan} />
            ) : (
              <PlanWords plan={plan} isCurrent={plan.id === currentId} />
            )}
            {target}
          </Stack>
        );
      })}
    </List>
  );
}

export const planTarget = `${look('tap', 'gap-4', 'size-14', 'weight-600', 'bare', 'cover')} ${classes.target}`;

interface ApplyLinkProps {
  readonly plan: SubscriptionPlan;
  readonly gymId: number;
  /** Path to return to after the application. */
  readonly next?: string | undefined;
}

export function ApplyLink({ plan, gymId, next }: ApplyLinkProps) {
  return (
    <Link
      to="/gyms/$gymId/join"
      params={{ gymId }}
      search={{ plan: plan.id, ...(next === undefined ? {} : { next }) }}
      className={planTarget}
      aria-label={`「${plan.name}」に申し込む`}
    >
      <span className={classes.targetWords}>申し込む</span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden />
    </Link>
  );
}

interface PlanWordsProps {
  readonly plan: SubscriptionPlan;
  readonly isCurrent?: boolean;
}

function CompactWords({ plan }: Pick<PlanWordsProps, 'plan'>) {
  return (
    <Stack gap={4} shrinks>
      <Row as="p" align="baseline" justify="between" wrap className={classes.head}>
        <Row as="span" gap={8} rowGap={0} align="center" wrap weight={700}>
          {plan.name}
        </Row>
        <Amount value={formatYen(plan.price)} unit={`/${perWords[plan.per]}（税込）`} size={16} />
      </Row>
      <Note>
        <Unbroken text={summarizePlan(plan)} />
      </Note>
    </Stack>
  );
}

/** Shows name, price and rights of a plan. */
export function PlanWords({ plan, isCurrent = false }: PlanWordsProps) {
  const countsAll = plan.visitsPerMonth !== null && plan.countsNoShows;
  return (
    <Stack gap={4} shrinks>
      <Row as="p" align="baseline" justify="between" wrap className={classes.head}>
        <Row as="span" gap={8} rowGap={0} align="center" wrap weight={700}>
          {plan.name}
          {isCurrent ? <Badge tone="green">利用中</Badge> : null}
        </Row>
        <span className={classes.price}>
          <Amount value={formatYen(plan.price)} unit={`/${perWords[plan.per]}（税込）`} />
          <Text as="span" size={12} quiet>
            うち消費税{formatYen(plan.tax)}
          </Text>
        </span>
      </Row>
      {/* Lines break between the rights of a plan, never inside one. */}
      <Row as="p" gap={6} rowGap={4} wrap>
        {listRights(plan).map((right) => (
          <Text key={right} as="span" size={14} leading={24} raised className={classes.right}>
            {right}
          </Text>
        ))}
      </Row>
      {plan.description === '' ? null : <Note>{plan.description}</Note>}
      {countsAll ? <Note>キャンセルせずに来館されなかった場合も、1回に数えます。</Note> : null}
    </Stack>
  );
}
