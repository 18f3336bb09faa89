import { IconPrinter } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { GonePage } from '#lib/gone-page.tsx';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { Page } from '#ui/page.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { MachineLabel } from './machine-label.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { staffMachineQuery } from './staff-machines.queries.ts';
import classes from './machine-label-screen.module.css';

const route = getRouteApi('/staff/machines/$machineId/label');

export function MachineLabelScreen() {
  const { machineId } = route.useParams();
  const { data: machine } = useSuspenseQuery(staffMachineQuery(machineId));
  if (machine === null || machine.retiredAt !== null) return <GonePage />;
  const address = `${location.origin}/tanren-link?machine=${machine.id}`;
  const label = <MachineLabel machine={machine} address={address} />;
  return (
    <Page
      title="ラベルを印刷"
      above={
        <Link to="/staff/machines/$machineId" params={{ machineId }} className={backLink}>
          <BackWords>マシン {machineId}</BackWords>
        </Link>
      }
      lead="90×55mmの用紙に、等倍（100%）・余白なしで印刷してください。"
    >
      <section className={classes.preview} aria-label="印刷の見本">
        {label}
      </section>
      <p className={classes.address}>QRコードの行き先：{address}</p>
      <div className={classes.print}>
        <PrimaryButton
          onClick={() => {
            window.print();
          }}
        >
          <IconPrinter size={20} stroke={1.75} aria-hidden className={classes.icon} />
          印刷する
        </PrimaryButton>
      </div>
      <PrintSheet>{label}</PrintSheet>
    </Page>
  );
}
