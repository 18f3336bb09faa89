import type { GymCrowd } from '@tanren/contract/gym-crowd';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Unfold } from '#ui/unfold.tsx';
import classes from './crowd-types.module.css';

interface CrowdTypesProps {
  readonly types: GymCrowd['types'];
}

/** Which machines are taken, and which will be wanted soon. */
export function CrowdTypes({ types }: CrowdTypesProps) {
  if (types.length === 0) return null;
  return (
    <div className={classes.types}>
      <Unfold label="種目ごとに見る">
        <DataTable
          caption="種目ごとの混雑状況"
          columns={['種目', '使用中', 'このあと予約']}
          rows={types.map(({ workoutTypeId, inUse, machineCount, expected }) => ({
            key: workoutTypeId,
            cells: [
              nameWorkoutType(workoutTypeId),
              <Number key="use" text={`${inUse}/${machineCount}台`} zero={inUse === 0} />,
              <Number key="expected" text={`${expected}人`} zero={expected === 0} />,
            ],
          }))}
        />
      </Unfold>
    </div>
  );
}

/** Nobody is the usual; what is not stands out. */
function Number({ text, zero }: { readonly text: string; readonly zero: boolean }) {
  return zero ? <span className={classes.zero}>{text}</span> : <strong>{text}</strong>;
}
