import type { ProblemField } from '@tanren/contract/problem';
import { getStaffGym, type StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Agreement, useAffectedQuestion } from '#entities/booking/affected-question.tsx';
import { trainingReservationsKey } from '#entities/booking/reservations.queries.ts';
import { staffGymQuery } from '#entities/gyms/gyms.queries.ts';
import { callApi } from '#lib/api.ts';
import { ApiError, isStaleVersion } from '#lib/errors.ts';
import { explainRejection, problemText } from '#lib/rejections.ts';
import { useVersionedDraft } from '#lib/use-versioned-draft.ts';
import {
  ComparedFields,
  compareFields,
  type ComparedWords,
} from '#ui/feedback/compared-fields.tsx';
import { ConflictPanel } from '#ui/feedback/notices.tsx';

/** Stores the changed gym from the answer and refreshes what members see of it. */
export async function cacheChangedGym(queryClient: QueryClient, gym: StaffGym): Promise<void> {
  queryClient.setQueryData(staffGymQuery(gym.id).queryKey, gym);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['gyms'] }),
    queryClient.invalidateQueries({ queryKey: [trainingReservationsKey] }),
  ]);
}

/** Version that a change replaces, and the reservations that it may cancel. */
interface GymRules extends Agreement {
  readonly version: number;
}

interface Change<Part> {
  /** Version that the change was made from. */
  readonly from: StaffGym;
  readonly call: (rules: GymRules) => Promise<StaffGym>;
  /** Reads the part of a version that the change replaces. */
  readonly read: (version: StaffGym) => Part;
  readonly words: ComparedWords<Part>;
}

/**
 * Maximum number of attempts. More conflicts than this point to an error in our code, not to fast
 * colleagues.
 */
const maxTries = 5;

const affectedWords = {
  lost: '枠がなくなる',
  notice:
    '予約していた会員には、店舗の都合でキャンセルになったことを、メールと予約画面でお知らせします。キャンセルした予約は元に戻せません。',
};

/** Returns a function that changes a gym, and the question that it asks. */
export function useGymChange(gymId: number) {
  const queryClient = useQueryClient();
  const { send, question } = useAffectedQuestion(affectedWords);

  /** Reads the current gym from the server and stores it for the whole page. */
  async function readLatest(): Promise<StaffGym> {
    const gym = await callApi(getStaffGym, { params: { gymId } });
    queryClient.setQueryData(staffGymQuery(gymId).queryKey, gym);
    return gym;
  }

  /**
   * Sends a change. It also replaces a newer version in which the same part has the same values.
   * Returns `null` if staff keep the reservations.
   */
  async function change<Part>({ from, call, read, words }: Change<Part>): Promise<StaffGym | null> {
    let { version } = from;
    let tries = 1;
    const changed = await send(
      (agreement) => call({ version, ...agreement }),
      async (error) => {
        if (!isStaleVersion(error) || tries === maxTries) throw error;
        const latest = await readLatest();
        const versions = { base: null, theirs: read(latest), mine: read(from) };
        if (compareFields(words, versions).length > 0) throw error;
        ({ version } = latest);
        tries += 1;
      },
    );
    if (changed !== null) await cacheChangedGym(queryClient, changed);
    return changed;
  }

  return { change, readLatest, question } as const;
}

/**
 * The part of a gym that one form edits. Parts allow two people to edit one gym without overwriting
 * each other.
 */
interface PartOptions<Part, Draft extends Part> {
  readonly gym: StaffGym;
  readonly toDraft: (gym: StaffGym) => Draft;
  /** Returns the values that a draft replaces, if they are not those that a draft starts with. */
  readonly readReplaced?: (gym: StaffGym, draft: Draft) => Part;
  readonly words: ComparedWords<Part>;
  /** Applies a draft to a newer version. Without this function the draft stays as it is. */
  readonly merge?: (versions: { base: Part; theirs: Part; mine: Draft }) => Draft;
  /** Whether a form that was not touched keeps the version that it was opened with. */
  readonly isHeld?: boolean;
  /** Shows the latest version. By default the form is filled with it. */
  readonly loadLatest?: () => void;
}

interface SaveOptions<Draft> {
  readonly call: Change<unknown>['call'];
  readonly onDone: () => void;
  /** Draft of a form that holds its own values. */
  readonly draft?: Draft;
}

interface Failure {
  readonly text: string | null;
  readonly fields: readonly ProblemField[];
}

const noFailure: Failure = { text: null, fields: [] };

/** Edits one part of a gym in a form. A colleague's change of the same part is shown first. */
export function useGymDraft<Part, Draft extends Part>(options: PartOptions<Part, Draft>) {
  const { gym, toDraft, readReplaced = toDraft, words, merge, isHeld = false } = options;
  const { change, readLatest, question } = useGymChange(gym.id);
  const editor = useVersionedDraft<StaffGym, Draft>(gym, toDraft);
  const { base, draft, conflict } = editor;
  const { loadLatest = editor.loadLatest } = options;
  const [failure, setFailure] = useState(noFailure);
  // An untouched form shows the gym as it was read last.
  if (!editor.isTouched && !isHeld && base !== gym) editor.load(gym);

  async function save({ call, onDone, draft: sent = draft }: SaveOptions<Draft>): Promise<void> {
    const read = (version: StaffGym) => readReplaced(version, sent);
    setFailure(noFailure);
    try {
      await editor.save({
        send: async (from) => {
          const changed = await change({ from, call, read, words });
          if (changed === null) return;
          editor.load(changed);
          onDone();
        },
        readLatest,
        merge: (latest, from) =>
          merge?.({ base: read(from), theirs: read(latest), mine: sent }) ?? sent,
      });
    } catch (error) {
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : [];
      setFailure({ text: explainRejection(error), fields });
    }
  }

  return {
    ...editor,
    failure: failure.text ?? (editor.isDeletedElsewhere ? problemText.not_found : null),
    fields: failure.fields,
    save,
    question,
    /** Shown inside the form, so that its button submits the typed values. */
    notice:
      conflict === null ? null : (
        <ConflictPanel
          key={conflict.latest.version}
          heading="ほかのスタッフが内容を変更しています"
          editor={{ ...editor, loadLatest }}
          overwrite="submit"
        >
          <p>
            編集を始めたあとに、次の内容が保存されました。入力した内容は残っています。確認して、どちらにするか選んでください。
          </p>
          <ComparedFields
            fields={compareFields(
              words,
              {
                base: readReplaced(conflict.before, draft),
                theirs: readReplaced(conflict.latest, draft),
                mine: draft,
              },
              merge !== undefined,
            )}
          />
        </ConflictPanel>
      ),
  } as const;
}
