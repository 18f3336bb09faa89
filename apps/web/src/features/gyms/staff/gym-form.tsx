import { type GymContent, type StaffGym, updateGym } from '@tanren/contract/gyms/staff-gyms';
import { findMissingLegalFields } from '@tanren/domain/gyms/legal-notice';
import { type GymFieldName, type GymTextName, gymTextRules } from '@tanren/domain/gyms/gym-fields';
import { joiningRules } from '@tanren/domain/memberships/memberships';
import { normalizeStaffText } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  gymFieldWords as words,
  healthCheckNames,
  joiningNames,
} from '#entities/gyms/gym-fields.ts';
import { legalNoticeQuery } from '#entities/gyms/gyms.queries.ts';
import { callApi } from '#lib/api.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyDone } from '#lib/notifier.ts';
import { mergeFields } from '#ui/feedback/compared-fields.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { FieldError, TextField, UnitField } from '#ui/forms/fields.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Box, Note, Stack, Text } from '#ui/layout.tsx';
import { segment, segments } from '#ui/lists/chips.tsx';
import { gymFields, toGymContent } from './gym-fields.ts';
import { MissingLegalItems } from './missing-legal-items.tsx';
import classes from './staff-gyms.module.css';
import { useGymDraft } from './use-gym-draft.tsx';

export function BasicSection({ gym }: { readonly gym: StaffGym }) {
  const { data: notice } = useSuspenseQuery(legalNoticeQuery(gym.id));
  const missing = findMissingLegalFields(notice);
  const editor = useGymDraft({
    gym,
    toDraft: (version): GymContent => version,
    words,
    merge: (versions) => mergeFields(words, versions),
  });
  return (
    <>
      <GymForm
        key={editor.round}
        gym={editor.draft}
        submitLabel="変更を保存する"
        whyNotOpen={missing.length === 0 ? null : <MissingLegalItems gym={gym} missing={missing} />}
        failure={editor.failure}
        isTouched={editor.isTouched}
        onTouch={editor.touch}
        notice={editor.notice}
        save={(content) =>
          editor.save({
            draft: content,
            call: (rules) =>
              callApi(updateGym, { params: { gymId: gym.id }, body: { ...content, ...rules } }),
            onDone: () => {
              notifyDone('店舗の情報を保存しました', '会員の店舗ページに反映されます。');
            },
          })
        }
      />
      {editor.question}
    </>
  );
}

interface GymFormProps {
  readonly gym: GymContent;
  readonly submitLabel: string;
  /** Reason why members cannot join by themselves. `null` when they can. */
  readonly whyNotOpen: ReactNode;
  readonly failure: string | null;
  /** Whether the form has unsaved input. */
  readonly isTouched: boolean;
  readonly onTouch: () => void;
  /** Decision that is needed before saving, shown above the fields. `null` when there is none. */
  readonly notice?: ReactNode;
  /** Saves the content and reports its own errors. */
  readonly save: (content: GymContent) => Promise<void>;
}

/** Edits the address of a gym and its rules for reservations. */
export function GymForm({ gym, isTouched, onTouch, notice = null, save, ...props }: GymFormProps) {
  const { submitLabel, whyNotOpen, failure } = props;
  const element = useRef<HTMLFormElement>(null);
  // This value is kept in state, unlike the other fields, because React moves the cursor of an
  // uncontrolled text area.
  const [typedAccess, setTypedAccess] = useState<string | null>(null);
  if (!isTouched && typedAccess !== null) setTypedAccess(null);
  const access = typedAccess ?? gym.access;
  const { form, errors, busy } = useForm<GymFieldName>({
    fields: gymFields,
    submit: (values) => save(toGymContent(values)),
    explain: () => null,
  });
  // An input keeps what was typed even if the gym changes, so an untouched form is reset.
  useEffect(() => {
    if (!isTouched) element.current?.reset();
  }, [gym, isTouched]);
  const field = (name: GymTextName) => ({
    name,
    label: `${words[name].label}${gymTextRules[name].required ? '' : '（任意）'}`,
    error: errors[name],
    autoComplete: 'off',
  });
  const line = (name: GymTextName) => ({ ...field(name), defaultValue: gym[name] });
  return (
    <Stack
      {...form}
      ref={element}
      as="form"
      gap={16}
      onInput={(event) => {
        onTouch();
        form.onInput(event);
      }}
    >
      {notice}
      <Stack from={768} gap={16} top>
        <Card heading="基本情報">
          <Stack gap={8} above={8} raisedFields>
            <TextField {...line('name')} />
            <TextField {...line('address')} />
            <TextAreaField
              {...field('access')}
              rows={2}
              value={access}
              placeholder="例：JR神田駅 南口から徒歩3分"
              length={countCharacters(normalizeStaffText(access))}
              max={gymTextRules.access.max}
              onChange={(event) => {
                setTypedAccess(event.target.value);
              }}
            />
            <TextField {...line('phone')} type="tel" />
            <TextField
              {...line('email')}
              type="email"
              hint="会員からのお問い合わせ先として表示されます。"
            />
          </Stack>
        </Card>
        <Stack gap={16} top>
          <Card heading="予約のルール">
            <Stack gap={8} above={8} raisedFields>
              <UnitField
                name="slotMinutes"
                label={words.slotMinutes.label}
                unit="分"
                inputMode="numeric"
                defaultValue={gym.slotMinutes}
                error={errors.slotMinutes}
                hint="開店から順に、この長さの枠ができます。"
              />
              <UnitField
                name="capacity"
                label={words.capacity.label}
                unit="人"
                inputMode="numeric"
                defaultValue={gym.capacity}
                error={errors.capacity}
                hint="1枠に予約できる人数です。"
              />
              <UnitField
                name="cancelDeadlineMinutes"
                label={`${words.cancelDeadlineMinutes.label}（開始の何分前まで）`}
                unit="分前"
                inputMode="numeric"
                defaultValue={gym.cancelDeadlineMinutes}
                error={errors.cancelDeadlineMinutes}
                hint="0にすると、開始まで変更・キャンセルできます。"
              />
            </Stack>
          </Card>
          <JoiningFields gym={gym} errors={errors} whyNotOpen={whyNotOpen} />
          <HealthCheckField gym={gym} error={errors.healthCheck} />
        </Stack>
      </Stack>
      <FormError text={failure} />
      <SubmitButton busy={busy} variant={notice === null ? 'outline' : 'default'}>
        {submitLabel}
      </SubmitButton>
      <LeaveWarning active={isTouched} />
    </Stack>
  );
}

interface JoiningFieldsProps {
  readonly gym: GymContent;
  readonly errors: Readonly<Partial<Record<GymFieldName, string>>>;
  readonly whyNotOpen: ReactNode;
}

/** Edits how people become members, and the deadline for changes to the next month. */
function JoiningFields({ gym, errors, whyNotOpen }: JoiningFieldsProps) {
  const id = useId();
  return (
    <Card heading="会員契約">
      <Stack gap={8} above={8} raisedFields>
        <Box as="fieldset" below={8} aria-describedby={`${id}-why ${id}-text`}>
          <Text as="legend" size={14} weight={500} className={classes.legend}>
            {words.joining.label}
          </Text>
          <div className={segments}>
            {joiningRules.map((rule) => (
              <label key={rule} className={segment}>
                <input
                  type="radio"
                  name="joining"
                  value={rule}
                  defaultChecked={rule === gym.joining}
                  // A gym that is open from before keeps its choice.
                  disabled={whyNotOpen !== null && rule === 'open' && gym.joining !== 'open'}
                />
                <span>{joiningNames[rule]}</span>
              </label>
            ))}
          </div>
          <FieldError id={`${id}-error`} text={errors.joining} />
        </Box>
        <Box id={`${id}-why`} optional below={8}>
          {whyNotOpen}
        </Box>
        <Note id={`${id}-text`} leading="loose" below={8}>
          <span className="range">「店舗で確認」では、</span>
          スタッフがご本人を確認して承認すると会員契約が始まります。
          <span className="range">「すぐに有効」では、</span>お申し込みと同時に始まります。
        </Note>
        <UnitField
          name="noticeDay"
          label={`${words.noticeDay.label}（毎月）`}
          unit="日"
          inputMode="numeric"
          defaultValue={gym.noticeDay}
          error={errors.noticeDay}
          hint={
            <>
              プラン変更・休会・退会は、この日までのお申し込みで
              <span className="range">翌月1日から、</span>過ぎると
              <span className="range">翌々月1日から</span>変わります。
            </>
          }
        />
        <UnitField
          name="minimumAge"
          label={words.minimumAge.label}
          unit="歳以上"
          inputMode="numeric"
          defaultValue={gym.minimumAge}
          error={errors.minimumAge}
          hint="制限しない場合は0にします。18歳未満の方のお申し込みには、保護者の同意が必要です。"
        />
      </Stack>
    </Card>
  );
}

interface HealthCheckFieldProps {
  readonly gym: GymContent;
  readonly error: string | undefined;
}

/** Chooses whether members are asked about their health before their first training. */
function HealthCheckField({ gym, error }: HealthCheckFieldProps) {
  const id = useId();
  const chosen = gym.healthCheck ? 'true' : 'false';
  return (
    <Card heading={words.healthCheck.label}>
      <Stack gap={8} above={8} raisedFields>
        <Box as="fieldset" below={8} aria-describedby={`${id}-text`}>
          <Text as="legend" size={14} weight={500} className={classes.legend}>
            はじめてのトレーニングの前の健康チェック
          </Text>
          <div className={segments}>
            {(['true', 'false'] as const).map((value) => (
              <label key={value} className={segment}>
                <input
                  type="radio"
                  name="healthCheck"
                  value={value}
                  defaultChecked={value === chosen}
                />
                <span>{healthCheckNames[value]}</span>
              </label>
            ))}
          </div>
          <FieldError id={`${id}-error`} text={error} />
        </Box>
        <Note id={`${id}-text`} leading="loose" below={8}>
          7つの質問への回答をお願いします。<span className="range">回答は任意です。</span>
          「はい」のある会員と未回答の会員は、今日の受付に表示されます。
        </Note>
        <Note leading="loose" below={8}>
          この文面は、公開前にジムでご確認ください。
        </Note>
      </Stack>
    </Card>
  );
}
