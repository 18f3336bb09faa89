import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import type { MachineWithSecret } from '@tanren/contract/machines/staff-machines';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NewMachineForm } from '#features/machines/staff/new-machine-form.tsx';
import { SecretPanel } from '#features/machines/staff/secret-panel.tsx';
import classes from '#features/machines/staff/staff-machines.module.css';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';

export const Route = createFileRoute('/staff/machines/new')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'マシンを追加',
    parent: '/staff/machines',
    group: 'staff',
  },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(gymsQuery);
  },
  component: NewMachinePage,
});

function NewMachinePage() {
  const [added, setAdded] = useState<MachineWithSecret | null>(null);
  return (
    <div className={classes.narrow}>
      <Page title={added === null ? 'マシンを追加' : `マシン ${added.machine.id} を追加しました`}>
        {added === null ? (
          <NewMachineForm onAdded={setAdded} />
        ) : (
          <>
            <SecretPanel {...added} />
            <Link
              to="/staff/machines/$machineId/label"
              params={{ machineId: added.machine.id }}
              className={primaryButtonLink}
            >
              ラベルを印刷する
            </Link>
          </>
        )}
      </Page>
    </div>
  );
}
