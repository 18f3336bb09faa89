import { IconBarbell, IconUserPlus } from '@tabler/icons-react';
import type { UnreservedMember } from '@tanren/contract/booking/staff-board';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { formatGymClock } from '#lib/dates.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { PersonLink } from './board-visit.tsx';
import classes from './staff-board.module.css';

interface UnreservedMembersProps {
  readonly members: readonly UnreservedMember[];
  readonly onAdmit: (member: UnreservedMember) => void;
}

/**
 * Shows the members on a machine who have no current reservation. The section is absent when there
 * are none.
 */
export function UnreservedMembers({ members, onAdmit }: UnreservedMembersProps) {
  if (members.length === 0) return null;
  return (
    <section className={classes.present} aria-labelledby="unreserved-members">
      <h2 id="unreserved-members" className={classes.slotHead}>
        予約なしでトレーニング中
        <span className={classes.places}>{members.length}人</span>
      </h2>
      <ul className={classes.visits}>
        {members.map((member) => (
          <UnreservedRow key={member.member} member={member} onAdmit={onAdmit} />
        ))}
      </ul>
    </section>
  );
}

interface UnreservedRowProps extends Pick<UnreservedMembersProps, 'onAdmit'> {
  readonly member: UnreservedMember;
}

function UnreservedRow({ member, onAdmit }: UnreservedRowProps) {
  const { membershipNumber, planName, onMachine, linkedAt } = member;
  return (
    <li className={classes.visit}>
      <div className={classes.entry}>
        <span className={classes.came}>
          <time dateTime={linkedAt}>{formatGymClock(linkedAt)}</time>〜
        </span>
      </div>
      <div className={classes.person}>
        <PersonLink person={member} />
      </div>
      <div className={classes.contract}>
        <span className={classes.number}>{membershipNumber ?? '会員契約なし'}</span>
        <span className={classes.plan}>{planName}</span>
      </div>
      <span className={classes.machine}>
        <IconBarbell size={16} stroke={1.75} aria-hidden />
        {onMachine}
      </span>
      <div className={classes.acts}>
        <PlainButton
          aria-label={`${addHonorific(member.name)}を受け付ける`}
          onClick={() => {
            onAdmit(member);
          }}
        >
          <IconUserPlus size={20} stroke={1.75} aria-hidden />
        </PlainButton>
      </div>
    </li>
  );
}
