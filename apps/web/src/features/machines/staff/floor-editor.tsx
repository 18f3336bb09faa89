import type { StaffFloor } from '@tanren/contract/machines/gym-floor';
import { arrangeFloor, moveMachine } from '@tanren/domain/machines/floor';
import { IconSortAscendingNumbers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeCell } from '#entities/machines/floor-words.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyDone } from '#lib/notifier.ts';
import { explainRejection, problemText } from '#lib/rejections.ts';
import { useVersionedDraft } from '#lib/use-versioned-draft.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ComparedFields, compareFields } from '#ui/feedback/compared-fields.tsx';
import { ConflictPanel } from '#ui/feedback/notices.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { List, Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import classes from './floor-grid.module.css';
import { FloorGrid } from './floor-grid.tsx';
import { cacheFloor, fetchFloor, sendFloor } from './staff-machines.queries.ts';

type Placed = StaffFloor['machines'][number];

const comparedWords = {
  machines: {
    label: '配置',
    show: (machines: readonly Placed[]) =>
      machines.map((one) => `マシン${one.machineId}：${describeCell(one)}`),
  },
} as const;

/** Lets staff move the machines of a gym on a grid, with a finger, a mouse or the keyboard. */
export function FloorEditor({ floor }: { readonly floor: StaffFloor }) {
  const queryClient = useQueryClient();
  const editor = useVersionedDraft(floor, ({ machines }): readonly Placed[] => machines);
  const { base, draft, conflict } = editor;
  const [failure, setFailure] = useState<string | null>(null);

  function save(over = base): void {
    setFailure(null);
    editor
      .save({
        over,
        send: async ({ gymId, version }) => {
          const saved = await sendFloor(gymId, version, draft);
          await cacheFloor(queryClient, saved);
          editor.load(saved);
          notifyDone('マシンの配置を保存しました', '会員のフロアに反映されます。');
        },
        readLatest: () => fetchFloor(floor.gymId),
      })
      .catch((error: unknown) => {
        setFailure(explainRejection(error));
      });
  }

  return (
    <Stack gap={24}>
      {conflict === null ? null : (
        <ConflictPanel
          key={conflict.latest.version}
          heading="ほかのスタッフが配置を変更しています"
          editor={editor}
          overwrite={() => {
            save(conflict.latest);
          }}
        >
          <p>編集を始めたあとに、別の配置が保存されました。どちらにするか選んでください。</p>
          <ComparedFields
            fields={compareFields<Pick<StaffFloor, 'machines'>>(comparedWords, {
              base: conflict.before,
              theirs: conflict.latest,
              mine: { machines: [...draft] },
            })}
          />
        </ConflictPanel>
      )}
      <Stack gap={24} top className={classes.editor}>
        <FloorGrid
          key={editor.round}
          machines={draft}
          onMove={(machineId, cell) => {
            editor.edit((before) => moveMachine(before, machineId, cell));
          }}
        />
        <Stack gap={24} top>
          <FormError text={failure ?? (editor.isDeletedElsewhere ? problemText.not_found : null)} />
          <Stack gap={12}>
            <PrimaryButton
              variant={editor.needsDecision ? 'default' : 'outline'}
              aria-disabled={editor.busy}
              aria-busy={editor.busy}
              onClick={() => {
                save();
              }}
            >
              {editor.busy ? '保存しています…' : '配置を保存する'}
            </PrimaryButton>
            <PrimaryButton
              variant="default"
              onClick={() => {
                editor.edit(sortByNumber);
              }}
            >
              <IconSortAscendingNumbers size={20} stroke={1.75} aria-hidden />
              番号順に並べる
            </PrimaryButton>
          </Stack>
          <MachineKey machines={floor.machines} />
        </Stack>
      </Stack>
      <LeaveWarning active={editor.isTouched} stay="編集を続ける" />
    </Stack>
  );
}

/** Names the type of each number, for which a cell has no space. */
function MachineKey({ machines }: { readonly machines: readonly Placed[] }) {
  return (
    <Card heading="番号と種目">
      <List above={8} className={classes.key}>
        {machines
          .toSorted((a, b) => a.machineId - b.machineId)
          .map(({ machineId, workoutTypeId }) => (
            <Row key={machineId} as="li" gap={8} align="baseline" size={14} leading="snug">
              <Text as="span" weight={700} className={classes.keyNumber}>
                {machineId}
              </Text>
              {nameWorkoutType(workoutTypeId)}
            </Row>
          ))}
      </List>
    </Card>
  );
}

function sortByNumber(machines: readonly Placed[]): readonly Placed[] {
  const cells = arrangeFloor(machines.map(({ machineId }) => ({ machineId, cell: null })));
  return machines.map((one) => ({
    ...one,
    ...cells.find(({ machineId }) => machineId === one.machineId),
  }));
}
