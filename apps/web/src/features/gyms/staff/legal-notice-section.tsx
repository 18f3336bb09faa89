import { IconAlertTriangle } from '@tabler/icons-react';
import {
  getLegalNotice,
  type LegalNotice as WireNotice,
  setLegalNotice,
} from '@tanren/contract/gyms/legal-notice';
import {
  findMissingLegalFields,
  type LegalNotice,
  type LegalNoticeField,
  legalNoticeFields,
  legalNoticeNames,
  legalNoticeRules,
  mapLegalNotice,
} from '@tanren/domain/gyms/legal-notice';
import { countCharacters } from '@tanren/domain/text';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { joiningNames } from '#entities/gyms/gym-fields.ts';
import { legalNoticeQuery } from '#entities/gyms/gyms.queries.ts';
import { callApi } from '#lib/api.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyDone } from '#lib/notifier.ts';
import { explainRejection, problemText } from '#lib/rejections.ts';
import { useVersionedDraft } from '#lib/use-versioned-draft.ts';
import { ComparedFields, compareFields, mergeFields } from '#ui/feedback/compared-fields.tsx';
import { ConflictPanel, Notice } from '#ui/feedback/notices.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { legalNoticeExamples, legalNoticeForm, legalNoticeWords } from './legal-notice-fields.ts';
import { listLegalItems } from './missing-legal-items.tsx';

const conditionFields = legalNoticeFields.filter((field) => field in legalNoticeExamples);
const operatorFields = legalNoticeFields.filter((field) => !(field in legalNoticeExamples));

const pickItems = (notice: LegalNotice): LegalNotice => mapLegalNotice((field) => notice[field]);

/** Edits the 特定商取引法に基づく表記 of a gym. It may be saved incomplete. */
export function LegalNoticeSection({ gymId }: { readonly gymId: number }) {
  const { data: notice } = useSuspenseQuery(legalNoticeQuery(gymId));
  const { editor, save, conflict } = useNoticeEditor(gymId, notice);
  const { draft } = editor;
  const { form, errors, problem, busy } = useForm<LegalNoticeField>({
    fields: legalNoticeForm,
    submit: save,
    explain: (error) => ({ text: explainRejection(error) }),
  });
  const missing = findMissingLegalFields(draft);
  const textOf = (field: LegalNoticeField) => ({
    name: field,
    label: legalNoticeNames[field],
    error: errors[field],
    value: draft[field],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      editor.edit((before) => ({ ...before, [field]: target.value }));
    },
  });
  return (
    <Stack as="form" gap={16} {...form}>
      {conflict}
      <Notice Icon={IconAlertTriangle}>
        会員のページに「特定商取引法に基づく表記」として表示されます。この文面は、公開前にジムでご確認ください。
      </Notice>
      {missing.length === 0 ? null : (
        <Notice Icon={IconAlertTriangle}>
          {`未入力：${listLegalItems(missing)}\nすべて入力すると、入会の受付を「${joiningNames.open}」にできます。`}
        </Notice>
      )}
      <Stack from={768} gap={16} top>
        <Card heading="事業者">
          <Stack gap={8} above={8} raisedFields>
            {operatorFields.map((field) => (
              <TextField key={field} autoComplete="off" {...textOf(field)} />
            ))}
          </Stack>
        </Card>
        <Card heading="料金と契約">
          <Stack gap={8} above={8} raisedFields>
            {conditionFields.map((field) => (
              <TextAreaField
                key={field}
                placeholder={legalNoticeExamples[field]}
                length={countCharacters(legalNoticeRules[field].normalize(draft[field]))}
                max={legalNoticeRules[field].max}
                {...textOf(field)}
              />
            ))}
          </Stack>
        </Card>
      </Stack>
      <FormError text={problem ?? (editor.isDeletedElsewhere ? problemText.not_found : null)} />
      <SubmitButton busy={busy} variant={editor.needsDecision ? 'default' : 'outline'}>
        表記を保存する
      </SubmitButton>
      <LeaveWarning active={editor.isTouched} />
    </Stack>
  );
}

/** Edits the notice as a draft. A colleague's change is shown before it is overwritten. */
function useNoticeEditor(gymId: number, notice: WireNotice) {
  const queryClient = useQueryClient();
  const editor = useVersionedDraft<WireNotice, LegalNotice>(notice, pickItems);
  const { base, draft, conflict } = editor;
  const { queryKey } = legalNoticeQuery(gymId);
  // An untouched form shows the notice as it was read last.
  if (!editor.isTouched && base !== notice) editor.load(notice);

  async function save(): Promise<void> {
    const items = mapLegalNotice((field) => legalNoticeRules[field].normalize(draft[field]));
    await editor.save({
      send: async ({ version }) => {
        const body = { ...items, version };
        const saved = await callApi(setLegalNotice, { params: { gymId }, body });
        queryClient.setQueryData(queryKey, saved);
        editor.load(saved);
        // The notice decides how members can join.
        await queryClient.invalidateQueries({ queryKey: ['gyms', 'one', gymId] });
        notifyDone('表記を保存しました', '会員の店舗ページに反映されます。');
      },
      readLatest: async () => {
        const latest = await callApi(getLegalNotice, { params: { gymId } });
        queryClient.setQueryData(queryKey, latest);
        return latest;
      },
      merge: (latest, from) =>
        mergeFields(legalNoticeWords, {
          base: pickItems(from),
          theirs: pickItems(latest),
          mine: draft,
        }),
    });
  }

  return {
    editor,
    save,
    /** Shown inside the form, so that its button submits the typed values. */
    conflict:
      conflict === null ? null : (
        <ConflictPanel
          key={conflict.latest.version}
          heading="ほかのスタッフが内容を変更しています"
          editor={editor}
          overwrite="submit"
        >
          <p>
            編集を始めたあとに、次の内容が保存されました。入力した内容は残っています。確認して、どちらにするか選んでください。
          </p>
          <ComparedFields
            fields={compareFields(
              legalNoticeWords,
              {
                base: pickItems(conflict.before),
                theirs: pickItems(conflict.latest),
                mine: draft,
              },
              true,
            )}
          />
        </ConflictPanel>
      ),
  } as const;
}
