import type { AuditEntry } from '@tanren/contract/staff/staff-audit-log';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '#lib/dates.ts';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import {
  columnName,
  tableCell,
  TableList,
  tableParts,
  tableRest,
  tableRow,
} from '#ui/lists/table-list.tsx';
import { describeChange, describeTarget, nameAction } from './audit-words.ts';
import classes from './staff-audit-log.module.css';

export function AuditEntries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <TableList
      columns="180px minmax(0, 1.3fr) minmax(0, 1.3fr) minmax(0, 1.4fr)"
      names={['日時', '操作', '担当', '対象']}
    >
      {entries.map((entry) => (
        <li key={entry.id}>
          <AuditEntryCard entry={entry} />
        </li>
      ))}
    </TableList>
  );
}

function AuditEntryCard({ entry }: { readonly entry: AuditEntry }) {
  const { at, action, member, memberNickname, reason, changes } = entry;
  const target = describeTarget(entry);
  return (
    <Stack
      as="article"
      gap={4}
      card
      padding="12 16"
      className={tableRow}
      aria-label={nameAction(action)}
    >
      <Row gap={16} rowGap={0} align="baseline" wrap className={tableParts}>
        <Text as="h2" size={16} {...tableCell(2)}>
          {nameAction(action)}
        </Text>
        <Note dateTime={at} as="time" end {...tableCell(1)}>
          {formatMoment(at)}
        </Note>
      </Row>
      <Row as="p" gap={16} rowGap={0} align="baseline" wrap size={14} quiet className={tableParts}>
        <span {...tableCell(3)}>
          <span className={columnName}>担当 </span>
          {nameStaff(entry)}
        </span>
        {target === null ? null : (
          <span {...tableCell(4, { className: classes.target })}>
            <span className={columnName}>対象 </span>
            {target}
          </span>
        )}
        {concernsMember(entry) ? (
          <span {...tableCell(4, { className: classes.target })}>
            会員{' '}
            {member === null ? (
              nameGoneMember(action)
            ) : (
              <Link to="/staff/members/$member" params={{ member }}>
                {memberNickname ?? member}
              </Link>
            )}
          </span>
        ) : null}
      </Row>
      {reason === '' ? null : (
        <Text size={14} verbatim className={tableRest}>
          理由：{reason}
        </Text>
      )}
      {changes.length === 0 ? null : (
        <Box
          as="dl"
          divided
          sunken
          size={14}
          above={4}
          className={`${tableRest} ${classes.changes}`}
        >
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </Box>
      )}
    </Stack>
  );
}

/**
 * Returns the name of a staff member. Nicknames change and disappear, so the pseudonym shows which
 * entries belong to one person.
 */
function nameStaff({ staffNickname, staffPseudonym }: AuditEntry): string {
  const name = staffNickname ?? '退職したスタッフ';
  return staffPseudonym === null ? name : `${name}（スタッフ-${staffPseudonym}）`;
}

/**
 * Returns whether the entry is about a member. A member who has left is no longer named, but the
 * entry still shows that it was about one.
 */
function concernsMember({ action, member }: AuditEntry): boolean {
  // A search that found none or several members is not about one member.
  if (action === 'member.search') return member !== null;
  return /^(member|membership|workout|reservation)\./.test(action);
}

/** Names a member without an account. A contract with the gym outlives the account. */
function nameGoneMember(action: string): string {
  return action.startsWith('membership.') ? '契約者のアカウントなし' : 'アカウントを削除した会員';
}

function Change({ change }: { readonly change: AuditEntry['changes'][number] }) {
  const { name, before, after } = describeChange(change);
  return (
    <Stack gap={16} rowGap={0} className={classes.change}>
      <Text as="dt" quiet>
        {name}
      </Text>
      <Text as="dd" shrinks verbatim>
        <Text as="span" quiet>
          {before}
        </Text>
        <span className={classes.arrow}>
          <span aria-hidden>→</span>
          <span className="visually-hidden">から</span>
        </span>
        <span>{after}</span>
      </Text>
    </Stack>
  );
}
