import type { MachineWithSecret } from '@tanren/contract/staff-machines';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { NewMachineForm } from './new-machine-form.tsx';
import { SecretPanel } from './secret-panel.tsx';
import classes from './staff-machines.module.css';

export function NewMachineScreen() {
  const [added, setAdded] = useState<MachineWithSecret | null>(null);
  return (
    <Page
      title={added === null ? 'マシンを追加' : `マシン ${added.machine.id} を追加しました`}
      above={
        <Link to="/staff/machines" className={backLink}>
          <BackWords>マシン</BackWords>
        </Link>
      }
    >
      {added === null ? (
        <NewMachineForm onAdded={setAdded} />
      ) : (
        <>
          <SecretPanel {...added} />
          <div className={classes.next}>
            <Link
              to="/staff/machines/$machineId/label"
              params={{ machineId: added.machine.id }}
              className={primaryButtonLink}
            >
              ラベルを印刷する
            </Link>
          </div>
        </>
      )}
    </Page>
  );
}
