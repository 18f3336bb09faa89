import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { MenuButton } from '#ui/menu-section.tsx';
import { ReportDialog } from './report-dialog.tsx';

/** Of somebody else's session, to staff. */
export function ReportRow({ trainingSessionId }: { readonly trainingSessionId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <MenuButton
        Icon={IconFlag}
        label="報告する"
        onClick={() => {
          setOpen(true);
        }}
      />
      {open ? (
        <ReportDialog
          trainingSessionId={trainingSessionId}
          onDismiss={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}
