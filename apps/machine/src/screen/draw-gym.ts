import { listSets } from '#bout.ts';
import type { Machine, MachineState } from '#machine.ts';
import type { MachineView } from './machine-view.ts';
import { fitColumns } from './text-width.ts';

const stateWords: Record<MachineState, string> = {
  idle: '待機',
  linked: '接続',
  lifting: '挙上',
  resting: '休憩',
};
const lineWords: Record<MachineView['line'], string> = {
  connecting: '接続中',
  connected: '',
  lost: '切断',
  refused: '拒否',
};
const barLength = 12;

/** One line for one machine of many. */
export function drawGymLine(machine: Machine, view: MachineView, workouts: number | null): string {
  const { id, name } = machine.identity;
  const link = machine.link();
  const sets = listSets(machine.bout());
  const reps = machine.bout()?.current?.reps.length ?? 0;
  const total = workouts === null ? '' : `/${workouts}`;
  return [
    String(id).padStart(3),
    fitColumns(name, 28),
    fitColumns(lineWords[view.line] || stateWords[machine.state()], 6),
    fitColumns(link === null ? view.code : `${link.nickname} さん`, 18),
    fitColumns(link === null ? '' : `${machine.loadKg()} kg ${sets.length}セット`, 18),
    drawBar(reps),
    `記録 ${view.finished}${total}  保存 ${view.stored}  待ち ${machine.pendingCount()}` +
      (view.rejected === 0 ? '' : `  却下 ${view.rejected}`),
  ].join(' ');
}

function drawBar(reps: number): string {
  const filled = Math.min(barLength, reps);
  return `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)} ${String(reps).padStart(3)}回`;
}
