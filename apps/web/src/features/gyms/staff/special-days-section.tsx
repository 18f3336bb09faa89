import { IconArrowBackUp, IconPencil, IconPlus } from '@tabler/icons-react';
import { deleteSpecialDay, type StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { formatGymDate } from '#lib/dates.ts';
import { ApiError, isStaleVersion } from '#lib/errors.ts';
import { formatHours } from '#entities/gyms/gym-words.ts';
import { notifyDone } from '#lib/notifier.ts';
import { explainRejection } from '#lib/rejections.ts';
import { Card } from '#ui/lists/cards.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Box, List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { dayWords, findDay } from './gym-parts.ts';
import { SpecialDayForm } from './special-day-form.tsx';
import { useGymChange } from './use-gym-draft.tsx';
import classes from './hours.module.css';
import { Unbroken } from '#ui/unbroken.tsx';

/** Form that is open: the one of an existing day, the one for a new day, or `null` for none. */
type Open = { readonly date: string } | 'new' | null;

function isOpen(open: Open, date: string): boolean {
  return open !== null && open !== 'new' && open.date === date;
}

/**
 * Returns the days to show. A day with an open form stays in the list, even if a colleague has
 * deleted it.
 */
function listShownDays(days: StaffGym['specialDays'], open: Open) {
  const shown = days.map((day) => ({ ...day, isGone: false }));
  if (open === null || open === 'new' || days.some(({ date }) => date === open.date)) return shown;
  const gone = { date: open.date, hours: null, note: '', isGone: true };
  return [...shown, gone].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

const removalKey = ['staff-gyms', 'remove-day'];

const clashWords =
  '通常の営業時間に戻すと、前後の日の営業時間と重なります。先に前後の日を変更してください。';

const overtakenWords =
  'この日はほかのスタッフが変更しています。最新の内容を確認してから、もう一度お試しください。';

/** Removes special days, one at a time. */
function useRemoval(gym: StaffGym) {
  const queryClient = useQueryClient();
  const { change, question } = useGymChange(gym.id);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationKey: removalKey,
    meta: { errorShownByForm: true },
    mutationFn: (date: string) =>
      change({
        from: gym,
        words: dayWords,
        read: (version) => findDay(version, { date }),
        call: (rules) =>
          callApi(deleteSpecialDay, { params: { gymId: gym.id, date }, querystring: { ...rules } }),
      }),
    onSuccess: (changed, date) => {
      if (changed === null) return;
      notifyDone('通常の営業時間に戻しました', `${formatGymDate(date)}の予約枠に反映されます。`);
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : [];
      if (fields.length > 0) setFailure(clashWords);
      else setFailure(isStaleVersion(error) ? overtakenWords : explainRejection(error));
    },
  });
  return {
    failure,
    question,
    busy: isPending,
    remove: (date: string) => {
      // The second of two taps does nothing.
      if (queryClient.isMutating({ mutationKey: removalKey }) > 0) return;
      setFailure(null);
      mutate(date);
    },
  };
}

export function SpecialDaysSection({ gym }: { readonly gym: StaffGym }) {
  const removal = useRemoval(gym);
  const [open, setOpen] = useState<Open>(null);
  const close = () => {
    setOpen(null);
  };
  return (
    <Card heading="臨時営業日・休館日">
      {gym.specialDays.length === 0 && open !== 'new' ? (
        <Text quiet above={8}>
          今日以降の臨時営業日・休館日はありません。
        </Text>
      ) : null}
      <List divided above={8} optional>
        {listShownDays(gym.specialDays, open).map(({ date, hours, note, isGone }) => (
          <Row
            key={date}
            as="li"
            gap={8}
            rowGap={0}
            align="center"
            justify="between"
            wrap
            padding="8 0"
          >
            <Stack as="span">
              <Text as="span" weight={700}>
                {formatGymDate(date)}
              </Text>
              <span>
                <Unbroken text={isGone ? '通常の営業時間' : formatHours(hours)} />
              </span>
              {note === '' ? null : <Note as="span">{note}</Note>}
            </Stack>
            <span className={classes.acts} hidden={isGone}>
              <PlainButton
                aria-label={`${formatGymDate(date)}を変更する`}
                aria-expanded={isOpen(open, date)}
                onClick={() => {
                  setOpen({ date });
                }}
              >
                <IconPencil size={20} stroke={1.75} aria-hidden />
                変更する
              </PlainButton>
              <PlainButton
                aria-label={`${formatGymDate(date)}を通常に戻す`}
                aria-disabled={removal.busy}
                onClick={() => {
                  removal.remove(date);
                }}
              >
                <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
                通常に戻す
              </PlainButton>
            </span>
            {isOpen(open, date) ? (
              <Box full>
                <SpecialDayForm gym={gym} day={{ date, hours, note }} close={close} />
              </Box>
            ) : null}
          </Row>
        ))}
      </List>
      <FormError text={removal.failure} />
      {open === 'new' ? (
        <SpecialDayForm gym={gym} day={null} close={close} />
      ) : (
        <Box above={16}>
          <PrimaryButton
            variant="default"
            onClick={() => {
              setOpen('new');
            }}
          >
            <IconPlus size={20} stroke={1.75} aria-hidden />
            日付を追加する
          </PrimaryButton>
        </Box>
      )}
      {removal.question}
    </Card>
  );
}
