/* oxlint-disable jsx-a11y/prefer-tag-over-role -- `select` and `datalist` show no groups with icons and details. */
import {
  type Icon,
  IconBarbell,
  IconChevronRight,
  IconId,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { membershipStateNames } from '#entities/memberships/membership-words.ts';
import { staffMachinesQuery } from '#features/machines/staff/staff-machines.queries.ts';
import { peopleQuery } from '#features/staff/search/people-search.queries.ts';
import { matchMachines, matchSections, nameTypeOf } from '#features/staff/search/search-matches.ts';
import { nameMember } from '#features/staff/staff-members.queries.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Modal } from '#ui/dialogs/dialogs.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Note, Stack } from '#ui/layout.tsx';
import classes from './staff-search.module.css';

interface Option {
  /** Unique among all options. */
  readonly key: string;
  readonly Icon: Icon;
  readonly label: string;
  readonly detail: string;
  readonly choose: () => void;
}

interface Group {
  readonly heading: string;
  readonly options: readonly Option[];
}

/** Time in milliseconds for which the list of machines is used again. */
const machinesFreshMs = 60_000;

/**
 * Searches members, contracts, machines and pages of staff. Machines and pages are found while
 * staff type. Members and contracts need the first row or Enter, because each look-up is logged.
 */
export function StaffSearch({ onDismiss }: { readonly onDismiss: () => void }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  const words = typed.trim();
  const isAsked = words !== '' && words === asked;
  const machines = useQuery({ ...staffMachinesQuery, staleTime: machinesFreshMs });
  const people = useQuery(peopleQuery(asked));
  const found = isAsked ? people.data : undefined;
  const count =
    found === undefined ? null : found.members.items.length + found.memberships.items.length;
  const leave = (going: Promise<void>) => {
    onDismiss();
    void going;
  };

  const ask: Option = {
    key: 'ask',
    Icon: IconSearch,
    label: `「${words}」を会員と契約から探す`,
    detail: '',
    choose: () => {
      setAsked(words);
      setActive(0);
    },
  };
  const groups: readonly Group[] = [
    { heading: '', options: words === '' || isAsked ? [] : [ask] },
    {
      heading: '会員',
      options: [
        ...(found?.members.items ?? []).map(
          ({ member, nickname, email, contractName, contractNameKana }) => ({
            key: member,
            Icon: IconUser,
            label: contractName ?? nameMember({ nickname }),
            detail: [contractNameKana, contractName === null ? '' : nickname, email]
              .filter(Boolean)
              .join('・'),
            choose: () => {
              leave(navigate({ to: '/staff/members/$member', params: { member } }));
            },
          }),
        ),
        ...(typeof found?.members.nextCursor === 'string'
          ? [
              {
                key: 'more-members',
                Icon: IconChevronRight,
                label: 'ほかの会員も表示する',
                detail: '',
                choose: () => {
                  leave(navigate({ to: '/staff/members', state: { memberQuery: words } }));
                },
              },
            ]
          : []),
      ],
    },
    {
      heading: '会員契約',
      options: (found?.memberships.items ?? []).map(
        ({ membershipId, number, name, nameKana, gymName, state }) => ({
          key: `membership-${membershipId}`,
          Icon: IconId,
          label: name,
          detail: [nameKana, number, gymName, membershipStateNames[state]]
            .filter(Boolean)
            .join('・'),
          choose: () => {
            leave(navigate({ to: '/staff/memberships/$membershipId', params: { membershipId } }));
          },
        }),
      ),
    },
    {
      heading: 'マシン',
      options: matchMachines(words, machines.data ?? []).map((machine) => ({
        key: `machine-${machine.id}`,
        Icon: IconBarbell,
        label: `マシン ${machine.id}`,
        detail: `${nameTypeOf(machine)}・${machine.gymName}`,
        choose: () => {
          leave(navigate({ to: '/staff/machines/$machineId', params: { machineId: machine.id } }));
        },
      })),
    },
    {
      heading: 'ページ',
      options: matchSections(words).map(({ to, label, text, Icon: Sign }) => ({
        key: to,
        Icon: Sign,
        label,
        detail: text,
        choose: () => {
          leave(navigate({ to }));
        },
      })),
    },
  ].filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const chosen = options[Math.min(active, options.length - 1)];
  const idOf = (option: Option) => `${id}-${option.key}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.key]);

  const move = (event: KeyboardEvent) => {
    // Enter and the arrows first belong to the conversion of kana.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const from = Math.min(active, options.length - 1);
      setActive((from + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      chosen?.choose();
    }
  };

  return (
    <Modal title="検索" onDismiss={onDismiss}>
      <Stack gap={12}>
        <TextField
          name="words"
          label="会員・契約・マシン・ページ"
          hint="名前、フリガナ、会員番号、メールアドレス、マシンの番号や種目"
          value={typed}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
          maxLength={staffLimits.query}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={move}
        />
        <StatusText>{isAsked ? describe(words, count, people.isFetching) : null}</StatusText>
        {isAsked ? <LoadAgainIfMissing what="検索結果" query={people} /> : null}
        <div
          id={`${id}-list`}
          ref={list}
          role="listbox"
          aria-label="検索結果"
          className={classes.list}
        >
          {groups.map((group) => (
            <div
              key={group.heading}
              role="group"
              {...(group.heading === ''
                ? { 'aria-label': '会員と契約の検索' }
                : { 'aria-labelledby': `${id}-${group.heading}` })}
            >
              {group.heading === '' ? null : (
                <div id={`${id}-${group.heading}`} role="presentation" className={classes.heading}>
                  {group.heading}
                </div>
              )}
              {group.options.map((option) => (
                <button
                  key={option.key}
                  id={idOf(option)}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === chosen}
                  className={classes.option}
                  // The field keeps the focus, because it handles the keys of the list.
                  onMouseDown={(event) => {
                    event.preventDefault();
                  }}
                  onClick={option.choose}
                >
                  <option.Icon size={20} stroke={1.75} aria-hidden />
                  <span className={classes.words}>
                    <span className={classes.label}>{option.label}</span>
                    {option.detail === '' ? null : <Note as="span">{option.detail}</Note>}
                  </span>
                </button>
              ))}
            </div>
          ))}
        </div>
        <Note>会員と契約の検索は、操作履歴に残ります。</Note>
        <PrimaryButton variant="default" onClick={onDismiss}>
          閉じる
        </PrimaryButton>
      </Stack>
    </Modal>
  );
}

/** Describes the look-up of members and contracts. Returns `null` when the list says it all. */
function describe(words: string, found: number | null, busy: boolean): string | null {
  if (found === null) return busy ? '検索しています…' : null;
  return found > 0 ? null : `「${words}」に当てはまる会員と契約は見つかりませんでした。`;
}
