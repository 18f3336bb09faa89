import { setWeeklyHours, type StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { weekdayNames } from '#lib/dates.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyDone } from '#lib/notifier.ts';
import { Card } from '#ui/lists/cards.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { mergeFields } from '#ui/feedback/compared-fields.tsx';
import { Box, List, Note } from '#ui/layout.tsx';
import { weekWords } from './gym-parts.ts';
import { HoursFields } from './hours-fields.tsx';
import { findWeekErrors, locateRejections, type Week } from './hours-errors.ts';
import classes from './hours.module.css';
import { useGymDraft } from './use-gym-draft.tsx';

const usualDay = { opensMinute: 6 * 60, closesMinute: 23 * 60 };

export function WeekSection({ gym }: { readonly gym: StaffGym }) {
  const editor = useGymDraft({
    gym,
    toDraft: (version): Week => version.weekly,
    words: weekWords,
    merge: (versions) => mergeFields(weekWords, versions),
  });
  const [tried, setTried] = useState(false);
  const weekly = editor.draft;
  const found = findWeekErrors(weekly, gym.specialDays);
  const errors = { ...locateRejections(editor.fields), ...(tried ? found : {}) };
  const proposed = weekly.find((day) => day !== null) ?? usualDay;

  function save(): void {
    setTried(true);
    if (Object.keys(found).length > 0) return;
    void editor.save({
      call: (rules) =>
        callApi(setWeeklyHours, {
          params: { gymId: gym.id },
          body: { weekly: [...weekly], ...rules },
        }),
      onDone: () => {
        setTried(false);
        notifyDone('営業時間を保存しました', '会員の画面と予約枠に反映されます。');
      },
    });
  }

  return (
    <Card heading="曜日ごとの営業時間">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {editor.notice}
        <List divided above={8}>
          {weekdayNames.map((name, day) => (
            <Box key={name} as="li" padding="8 0">
              <HoursFields
                name={`${name}曜日`}
                isNameShown
                hours={weekly[day] ?? null}
                proposed={proposed}
                errorText={errors[day]}
                onChange={(hours) => {
                  editor.edit((week) => week.map((before, at) => (at === day ? hours : before)));
                }}
              />
            </Box>
          ))}
        </List>
        <Note className={classes.hint}>
          閉店が0時を過ぎるときは「翌」の付いた時刻を選びます。24時間営業は 0:00〜24:00 です。
        </Note>
        <FormError text={editor.failure} />
        <SubmitButton busy={editor.busy} variant={editor.needsDecision ? 'default' : 'outline'}>
          営業時間を保存する
        </SubmitButton>
      </form>
      {editor.question}
      <LeaveWarning active={editor.isTouched} />
    </Card>
  );
}
