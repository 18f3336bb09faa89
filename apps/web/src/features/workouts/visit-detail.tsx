import { IconChevronRight, IconShare, IconUser } from '@tabler/icons-react';
import type { Visit } from '@tanren/contract/workouts/visits';
import type { Workout } from '@tanren/contract/workouts/workouts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { VisitBests, VisitNumbers } from '#entities/workouts/visit-card.tsx';
import { RecordMarks } from '#entities/workouts/record-marks.tsx';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { PersonalBestMark } from '#entities/workouts/personal-best.tsx';
import { findPinned } from '#entities/workouts/pinned-workout.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { saveFile } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import { formatKg } from '#lib/number-format.ts';
import { SwitchTrack, ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { Box, List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { WeightStack } from '#ui/weight-stack.tsx';
import { MenuButton, menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { drawVisitPicture, type PictureFormat, type PictureOptions } from './visit-picture.ts';
import classes from './visit.module.css';

interface VisitDetailProps {
  readonly visit: Visit;
  /** Nickname of the member, for the picture. */
  readonly nickname: string;
  /** Words that tell several visits of a day apart. Absent for a single visit. */
  readonly which?: string;
}

/** Shows the totals of a visit, its workouts and the share button. */
export function VisitDetail(props: VisitDetailProps) {
  const { visit } = props;
  return (
    <Stack gap={24} top className={classes.columns}>
      <Stack gap={16} top>
        <Stack gap={12} card padding={16}>
          <Row gap={16} rowGap={8} align="start" wrap className={classes.sums}>
            <VisitNumbers visit={visit} size={28} />
            <Box fixed end>
              <WeightStack
                small
                groups={visit.workouts.map(({ setCount }) => setCount)}
                pinnedGroup={findPinned(visit)}
              />
            </Box>
          </Row>
          <Text size={12} quiet leading="loose">
            総発揮力は、挙げた重量の合計です。
          </Text>
          <VisitBests bests={visit.personalBests} />
        </Stack>
        <WorkoutRows workouts={visit.workouts} />
      </Stack>
      <ShareVisit {...props} />
    </Stack>
  );
}

/** Lists the workouts in the order in which they were done. */
export function WorkoutRows({ workouts }: { readonly workouts: readonly Workout[] }) {
  return (
    <List divided card>
      {workouts.map((workout) => (
        <li key={workout.id}>
          <Link
            to="/workouts/$workoutId"
            params={{ workoutId: workout.id }}
            className={classes.row}
          >
            <MachineDrawing workoutTypeId={workout.workoutTypeId} size={48} />
            <Stack as="span" grow>
              <Row as="span" gap={12} rowGap={0} align="center" wrap weight={700}>
                {nameWorkoutType(workout.workoutTypeId)}
                {workout.personalBests.length > 0 ? <PersonalBestMark /> : null}
                <RecordMarks marks={workout.marks} />
              </Row>
              <Note as="span" className={classes.facts}>
                最大重量{formatKg(workout.max)}kg・{workout.setCount}セット・計{workout.repCount}回
              </Note>
            </Stack>
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </Link>
        </li>
      ))}
    </List>
  );
}

const formats: readonly { readonly id: PictureFormat; readonly label: string }[] = [
  { id: 'post', label: '投稿（4:5）' },
  { id: 'story', label: 'ストーリー（9:16）' },
];

/** Shares the visit as a picture in the chosen format. The nickname is excluded unless the member turns it on. */
export function ShareVisit({ visit, nickname, which }: VisitDetailProps) {
  const [format, setFormat] = useState<PictureFormat>('post');
  const [named, setNamed] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationKey: ['visits', 'share'],
    mutationFn: async () => {
      await sharePicture(visit, { format, nickname: named ? nickname : null });
    },
  });
  return (
    <MenuSection heading={which === undefined ? '画像で共有' : `画像で共有（${which}）`}>
      <Box as="li" padding={16}>
        <ToggleChoice label="形" choices={formats} chosen={format} onChoose={setFormat} />
      </Box>
      <li>
        <button
          type="button"
          role="switch"
          aria-checked={named}
          className={menuRow}
          onClick={() => {
            setNamed(!named);
          }}
        >
          <MenuRowContent
            Icon={IconUser}
            label="ニックネームを入れる"
            end={<SwitchTrack on={named} />}
          />
        </button>
      </li>
      <MenuButton
        Icon={IconShare}
        label={isPending ? '画像を作っています…' : '画像を共有する'}
        busy={isPending}
        onClick={() => {
          if (!isPending) mutate();
        }}
      />
    </MenuSection>
  );
}

/** Opens the share sheet of the device, or saves the picture if there is none. */
async function sharePicture(visit: Visit, options: PictureOptions): Promise<void> {
  const picture = await drawVisitPicture(visit, options);
  const name = `tanren-${visit.date.replaceAll('-', '')}.png`;
  const file = new File([picture], name, { type: picture.type });
  if (canShare(file)) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  saveFile(picture, name);
  notifyDone('画像を保存しました', 'ダウンロードした画像を共有できます。');
}

/**
 * Returns whether the browser can share the file. Some browsers share only links, and some nothing.
 */
function canShare(file: File): boolean {
  const { canShare: mayShare } = navigator as { canShare?: typeof navigator.canShare };
  return mayShare?.call(navigator, { files: [file] }) === true;
}
