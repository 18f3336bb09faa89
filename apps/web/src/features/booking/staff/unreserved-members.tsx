import { IconBarbell, IconUserPlus } from '@tabler/icons-react';
import type { UnreservedMember } from '@tanren/contract/booking/staff-board';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { formatGymClock } from '#lib/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { Box, List, Row } from '#ui/layout.tsx';
import { SlotHead } from './board-slots.tsx';
import { PersonLink } from './board-visit.tsx';
import { type CheckedPerson, HealthMark } from './health-mark.tsx';
import classes from './staff-board.module.css';

interface UnreservedMembersProps {
  readonly members: readonly UnreservedMember[];
  readonly onAdmit: (member: UnreservedMember) => void;
  readonly showHealth: (person: CheckedPerson) => void;
}

/**
 * Shows the members on a machine who have no current reservation. The section is absent when there
 * are none.
 */
export function UnreservedMembers({ members, ...actions }: UnreservedMembersProps) {
  if (members.length === 0) return null;
  return (
    <Box as="section" card clips aria-labelledby="unreserved-members">
      <SlotHead id="unreserved-members" places={`${members.length}人`}>
        予約なしでトレーニング中
      </SlotHead>
      <List>
        {members.map((member) => (
          <UnreservedRow key={member.member} member={member} {...actions} />
        ))}
      </List>
    </Box>
  );
}

interface UnreservedRowProps extends Omit<UnreservedMembersProps, 'members'> {
  readonly member: UnreservedMember;
}

function UnreservedRow({ member, onAdmit, showHealth }: UnreservedRowProps) {
  const { membershipNumber, planName, onMachine, linkedAt, unpaid = false } = member;
  return (
    <li className={classes.visit}>
      <div className={classes.entry}>
        <Row
          as="span"
          gap={4}
          rowGap={0}
          align="baseline"
          wrap
          tall={44}
          middle
          weight={700}
          leading="tight"
        >
          <time dateTime={linkedAt}>{formatGymClock(linkedAt)}</time>〜
        </Row>
      </div>
      <Row gap={8} rowGap={0} align="center" wrap shrinks className={classes.person}>
        <PersonLink person={member} />
        <HealthMark person={member} onOpen={showHealth} />
        {unpaid ? <Badge>未払い</Badge> : null}
      </Row>
      <Row gap={12} rowGap={0} wrap size={14} quiet leading="snug" className={classes.contract}>
        <span className={classes.number}>{membershipNumber ?? '会員契約なし'}</span>
        <span className={classes.plan}>{planName}</span>
      </Row>
      <Row as="span" gap={4} align="center" size={14} className={classes.machine}>
        <IconBarbell size={16} stroke={1.75} aria-hidden />
        {onMachine}
      </Row>
      <Row justify="end" quiet className={classes.acts}>
        <PlainButton
          aria-label={`${addHonorific(member.name)}を受け付ける`}
          onClick={() => {
            onAdmit(member);
          }}
        >
          <IconUserPlus size={20} stroke={1.75} aria-hidden />
        </PlainButton>
      </Row>
    </li>
  );
}
