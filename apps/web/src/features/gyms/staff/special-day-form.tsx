import { setSpecialDay, type StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { formatGymDate } from '#lib/dates.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyDone } from '#lib/notifier.ts';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useNow } from '#lib/server-time.ts';
import { Stack } from '#ui/layout.tsx';
import { dayWords, findDay } from './gym-parts.ts';
import { HoursFields } from './hours-fields.tsx';
import { findSpecialDayErrors, lastSpecialDay, type SpecialDayDraft } from './hours-errors.ts';
import { useGymDraft } from './use-gym-draft.tsx';
import classes from './hours.module.css';

interface SpecialDayFormProps {
  readonly gym: StaffGym;
  /** Existing special day to edit. `null` for a new one. */
  readonly day: SpecialDayDraft | null;
  readonly close: () => void;
}

const emptyDay: SpecialDayDraft = { date: '', hours: null, note: '' };
const usualDay = { opensMinute: 10 * 60, closesMinute: 18 * 60 };
const minuteMs = 60_000;

export function SpecialDayForm({ gym, day, close }: SpecialDayFormProps) {
  const editor = useGymDraft({
    gym,
    toDraft: () => day ?? emptyDay,
    readReplaced: findDay,
    words: dayWords,
    isHeld: true,
    // The list below shows the latest day.
    loadLatest: close,
  });
  const form = useRef<HTMLFormElement>(null);
  const today = toGymDay(new Date(useNow(minuteMs)));
  const { draft } = editor;
  const [attempts, setAttempts] = useState(0);
  const found = findSpecialDayErrors(draft, gym, today);
  const errors = attempts === 0 ? {} : found;
  const edit = (part: Partial<SpecialDayDraft>) => {
    editor.edit((before) => ({ ...before, ...part }));
  };
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? (attempts === 0 ? form.current?.querySelector('input') : null))?.focus();
  }, [attempts]);

  function save(): void {
    if (Object.keys(found).length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    const { date, hours, note } = draft;
    void editor.save({
      call: (rules) =>
        callApi(setSpecialDay, {
          params: { gymId: gym.id, date },
          body: { hours, note: note.trim(), ...rules },
        }),
      onDone: () => {
        notifyDone(
          hours === null ? '臨時休館日を設定しました' : '臨時営業日を設定しました',
          `${formatGymDate(date)}の予約枠に反映されます。`,
        );
        close();
      },
    });
  }

  return (
    <Stack
      ref={form}
      as="form"
      gap={12}
      padding={16}
      above={12}
      raised
      className={classes.dayForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {editor.notice}
      <TextField
        name="date"
        type="date"
        label="日付"
        required
        value={draft.date}
        min={today}
        max={lastSpecialDay(today)}
        readOnly={day !== null}
        error={errors.date}
        onChange={(event) => {
          edit({ date: event.target.value });
        }}
      />
      <HoursFields
        name="この日"
        hours={draft.hours}
        proposed={usualDay}
        errorText={errors.hours}
        onChange={(hours) => {
          edit({ hours });
        }}
      />
      <TextField
        name="note"
        label={`会員に表示する理由（任意・${staffLimits.dayNote}文字以内）`}
        value={draft.note}
        error={errors.note}
        placeholder="例：設備点検のため"
        hint="店舗のページと、キャンセルになった予約に表示されます。"
        onChange={(event) => {
          edit({ note: event.target.value });
        }}
      />
      <FormError text={editor.failure} />
      {/* The form of the week next to it has the primary button. */}
      <SubmitButton busy={editor.busy} variant="default">
        この日を保存する
      </SubmitButton>
      <PlainButton onClick={close}>やめる</PlainButton>
      {editor.question}
      <LeaveWarning active={isChanged(draft, day ?? emptyDay)} />
    </Stack>
  );
}

function isChanged(draft: SpecialDayDraft, before: SpecialDayDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(before);
}
