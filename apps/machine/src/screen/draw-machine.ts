import { renderUnicodeCompact } from 'uqr';
import { listSets, sumBout } from '#bout.ts';
import type { Machine } from '#machine.ts';
import type { SessionStep } from '#session-steps.ts';
import { drawLarge } from './large-digits.ts';
import type { MachineView } from './machine-view.ts';
import { cleanText, fitColumns } from './text-width.ts';

const lineWords = {
  connecting: 'サーバーに接続しています…',
  connected: '',
  lost: 'サーバーにつながりません。npm start で起動してください。記録は後で送信します。',
  refused: 'サーバーに接続を拒否されました。マシンの接続キーをご確認ください。',
} as const;

// White on black whatever the terminal's colours: a camera reads no inverted code.
const whiteOnBlack = '\u001B[97;40m';
const usualColours = '\u001B[0m';
const codeColumns = 43;

/** The screen of one machine, as lines. */
export function drawMachine(machine: Machine, view: MachineView, isAuto: boolean, now: Date) {
  const { id, name } = machine.identity;
  const warning = lineWords[view.line];
  return [
    `マシン ${id}  ${name}`,
    ...(warning === '' ? [] : [warning]),
    ...(machine.link() === null ? drawCode(view, now) : drawLink(machine, view, now)),
    `記録 ${view.finished}件  保存済み ${view.stored}件  送信待ち ${machine.pendingCount()}件` +
      (view.rejected === 0 ? '' : `  却下 ${view.rejected}件`),
    isAuto ? 'q 終了' : 'スペース 1回  ↑↓ 重量  Enter セット終了  f ワークアウト終了  q 終了',
  ];
}

/** Code and QR side by side: both fit into a terminal of 80 columns and 24 rows. */
function drawCode(view: MachineView, now: Date): string[] {
  const left = Math.max(0, Math.ceil(((view.validUntil?.getTime() ?? 0) - now.getTime()) / 1000));
  const words = [
    '',
    '',
    '',
    ...drawLarge(view.code),
    '',
    '',
    `あと${left}秒で新しいコードに変わります。`,
  ];
  const picture = renderUnicodeCompact(view.url, { border: 2 }).split('\n');
  return [
    'アプリの「マシンと接続」でコードを入力するか、QRコードを読み取ってください。',
    ...picture.map(
      (row, index) =>
        `${fitColumns(words[index] ?? '', codeColumns)}${whiteOnBlack}${row}${usualColours}`,
    ),
    view.url,
  ];
}

function drawLink(machine: Machine, view: MachineView, now: Date): string[] {
  const bout = machine.bout();
  const sets = listSets(bout);
  const current = bout?.current ?? null;
  const { max, tfo } = sumBout(sets);
  const target = machine.link()?.nextLoadKg ?? null;
  const resting = view.restingSince;
  return [
    `${cleanText(machine.link()?.nickname ?? '')} さん` +
      (target === null ? '' : `   次回の目安 ${target} kg`),
    '',
    ...drawSession(machine),
    `重量 ${machine.loadKg()} kg   最大 ${max} kg   総発揮力 ${tfo} kg`,
    '',
    ...drawLarge(String(current?.reps.length ?? 0)).map((row) => `  ${row}`),
    current !== null
      ? `第${sets.length}セット`
      : describePause(resting === null ? null : now.getTime() - resting.getTime()),
    '',
    ...sets.map(({ loadKg, reps }, index) => `  ${index + 1}. ${loadKg} kg × ${reps.length}回`),
  ];
}

function drawSession(machine: Machine): string[] {
  if ((machine.link()?.items.length ?? 0) === 0) return [];
  const step = machine.step();
  return [step === null ? 'このマシンの分はすべて終わりました。' : describeStep(step), ''];
}

export function describeStep({ item, itemCount, set, sets, ...rest }: SessionStep): string {
  const { reps, loadKg, restSeconds } = rest;
  return [
    `メニュー ${item}/${itemCount}   セット ${set}/${sets}`,
    `${reps}回`,
    ...(loadKg === null ? [] : [`${loadKg}kg`]),
    ...(restSeconds === 0 ? [] : [`休憩 ${restSeconds}秒`]),
  ].join(' · ');
}

function describePause(ms: number | null): string {
  return ms === null ? '準備ができたら始めてください。' : `休憩 ${Math.floor(ms / 1000)}秒`;
}
