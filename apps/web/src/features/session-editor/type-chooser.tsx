import { IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sessionLimits } from '@tanren/domain/training-sessions';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { typesByPart } from './body-parts.ts';
import classes from './type-chooser.module.css';

interface TypeChooserProps {
  readonly full: boolean;
  /** Nothing is chosen yet: there is nothing else to do here. */
  readonly empty: boolean;
  /** What is wrong with the list. */
  readonly describedBy: string | undefined;
  readonly onChoose: (workoutTypeId: number) => void;
}

/** A tap for each exercise; it stays open, since few sessions have only one. */
export function TypeChooser({ full, empty, describedBy, onChoose }: TypeChooserProps) {
  const id = useId();
  const [open, setOpen] = useState(empty);
  const panel = useRef<HTMLDivElement>(null);

  /** The list above has grown by a row; what is under the finger must not move. */
  function chooseInPlace(workoutTypeId: number): void {
    const before = panel.current?.getBoundingClientRect().top ?? 0;
    flushSync(() => {
      onChoose(workoutTypeId);
    });
    const after = panel.current?.getBoundingClientRect().top ?? before;
    window.scrollBy({ top: after - before, behavior: 'instant' });
  }

  if (full) {
    return <p className={classes.full}>種目は{sessionLimits.items}個まで追加できます。</p>;
  }
  return (
    <div className={classes.chooser}>
      {empty ? null : (
        <PrimaryButton
          variant="default"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? null : <IconPlus size={20} stroke={1.75} aria-hidden className={classes.plus} />}
          {open ? '種目の一覧を閉じる' : '種目を追加する'}
        </PrimaryButton>
      )}
      {open || empty ? (
        <div
          id={id}
          ref={panel}
          className={classes.parts}
          tabIndex={-1}
          data-fault={describedBy === undefined ? undefined : ''}
        >
          {typesByPart.map(({ part, types }) => (
            <fieldset key={part} className={classes.part} aria-describedby={describedBy}>
              <legend className={classes.name}>{part}</legend>
              {types.map((type) => (
                <button
                  key={type.id}
                  type="button"
                  className={classes.type}
                  aria-label={`${type.name}を追加`}
                  onClick={() => {
                    chooseInPlace(type.id);
                  }}
                >
                  <IconPlus size={16} stroke={2} aria-hidden />
                  {type.name}
                </button>
              ))}
            </fieldset>
          ))}
        </div>
      ) : null}
    </div>
  );
}
