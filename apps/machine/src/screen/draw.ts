import { addHonorific } from '@tanren/domain/members/honorifics';
import { formatRest } from '@tanren/domain/menus/menus';
import { renderUnicodeCompact } from 'uqr';
import { listSets, sumBout } from '@tanren/simulator/bout';
import type { MachineState } from '@tanren/simulator/bout';
import type { Machine } from '@tanren/simulator/machine-setup';
import type { SessionStep } from '@tanren/simulator/menu-steps';
import type { MachineView } from './machine-view.ts';

/** Matches kana, kanji and full-width forms, which take two columns. */
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
// Control characters are removed, because a nickname could otherwise move the terminal's cursor.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns as much of the text as fits, padded with spaces. */
export function fitColumns(text: string, columns: number): string {
  let shown = '';
  let used = 0;
  for (const character of text.replace(unprintable, '')) {
    const width = columnsOf(character);
    if (used + width > columns) break;
    shown += character;
    used += width;
  }
  return shown + ' '.repeat(columns - used);
}

export function cleanText(text: string): string {
  return text.replace(unprintable, '');
}

function columnsOf(character: string): number {
  return wide.test(character) ? 2 : 1;
}

function countColumns(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

/** Shapes of the digits, with five rows each. */
const digitRows: Record<string, readonly string[]> = {
  '0': ['███', '█ █', '█ █', '█ █', '███'],
  '1': [' █ ', '██ ', ' █ ', ' █ ', '███'],
  '2': ['███', '  █', '███', '█  ', '███'],
  '3': ['███', '  █', '███', '  █', '███'],
  '4': ['█ █', '█ █', '███', '  █', '  █'],
  '5': ['███', '█  ', '███', '  █', '███'],
  '6': ['███', '█  ', '███', '█ █', '███'],
  '7': ['███', '  █', '  █', '  █', '  █'],
  '8': ['███', '█ █', '███', '█ █', '███'],
  '9': ['███', '█ █', '███', '  █', '███'],
  '-': ['   ', '   ', '███', '   ', '   '],
};

/** Draws a link code that can be read from a distance. */
function drawLarge(code: string): string[] {
  const shapes = code.split('').map((character) => digitRows[character] ?? []);
  return [0, 1, 2, 3, 4].map((row) => shapes.map((shape) => shape[row] ?? '   ').join(' '));
}

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

/** Draws one of several machines as a line. */
export function drawGymLine(
  machine: Machine,
  view: MachineView,
  workouts: number | null,
  now: Date,
): string {
  const { id, name } = machine.identity;
  const link = machine.link();
  const sets = listSets(machine.bout());
  const reps = machine.bout()?.current?.reps.length ?? 0;
  const total = workouts === null ? '' : `/${workouts}`;
  return [
    String(id).padStart(3),
    fitColumns(name, 28),
    fitColumns(lineWords[view.line] || describeState(machine, view, now), 6),
    fitColumns(link === null ? view.code : addHonorific(link.nickname), 18),
    fitColumns(
      link === null && sets.length === 0 ? '' : `${machine.loadKg()}kg ${sets.length}セット`,
      18,
    ),
    drawBar(reps),
    `記録 ${view.finished}${total}  保存 ${view.stored}  待ち ${machine.pendingCount()}` +
      (view.rejected === 0 ? '' : `  却下 ${view.rejected}`),
  ].join(' ');
}

function describeState(machine: Machine, { held }: MachineView, now: Date): string {
  const state = machine.state();
  return state === 'idle' && held !== null && now < held.until ? '予約' : stateWords[state];
}

function drawBar(reps: number): string {
  const filled = Math.min(barLength, reps);
  return `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)} ${String(reps).padStart(3)}回`;
}

const connectionHints = {
  connecting: 'サーバーに接続しています…',
  connected: '',
  lost: 'サーバーにつながりません。npm start で起動してください。記録は後で送信します。',
  refused: 'サーバーに接続を拒否されました。マシンの接続キーをご確認ください。',
} as const;

// The QR code is always white on black, because a camera cannot read an inverted one.
const whiteOnBlack = '\u001B[97;40m';
const usualColours = '\u001B[0m';
const codeColumns = 43;

/** Draws the screen of one machine as lines. */
export function drawMachine(machine: Machine, view: MachineView, isAuto: boolean, now: Date) {
  const { id, name } = machine.identity;
  const warning = connectionHints[view.line];
  return [
    `マシン ${id}  ${name}`,
    ...(warning === '' ? [] : [warning]),
    ...drawContent(machine, view, now),
    `記録 ${view.finished}件  保存済み ${view.stored}件  送信待ち ${machine.pendingCount()}件` +
      (view.rejected === 0 ? '' : `  却下 ${view.rejected}件`),
    isAuto
      ? 'q 終了'
      : 'スペース 1回  ↑↓ 重量  Enter セット終了  y 重量の確認  f ワークアウト終了  q 終了',
  ];
}

/** Draws who is on the way to the machine, in a frame. Everybody may still use it. */
function drawHold({ held }: MachineView, now: Date): string[] {
  if (held === null || held.until <= now) return [];
  const initial = cleanText(held.initial);
  const words = initial === '' ? '次の方、どうぞ' : `${addHonorific(initial)}、次にどうぞ`;
  const rule = '─'.repeat(countColumns(words) + 2);
  return [`┌${rule}┐`, `│ ${words} │`, `└${rule}┘`];
}

function drawContent(machine: Machine, view: MachineView, now: Date): string[] {
  if (machine.link() !== null || machine.bout() !== null) return drawBout(machine, view, now);
  return view.claim === null ? drawCode(view, now) : drawClaim(view, view.claim, now);
}

/**
 * Draws the claim code. The link code stays visible, because the next person may already be there.
 */
function drawClaim(
  view: MachineView,
  { code, url }: NonNullable<MachineView['claim']>,
  now: Date,
): string[] {
  const words = [
    ...drawHold(view, now),
    '',
    '接続し忘れた記録があります。',
    '24時間以内に、アプリで下のコードを入力',
    'するか、QRコードを読み取ると、ご自身の',
    '記録として受け取れます。',
    '',
    code,
    '',
    '',
    `マシンとの接続コード ${view.code}`,
  ];
  return [...drawBeside(words, url), url];
}

/** Draws code and QR code side by side, which fit into a terminal of 80 columns and 24 rows. */
function drawCode(view: MachineView, now: Date): string[] {
  const left = Math.max(0, Math.ceil(((view.validUntil?.getTime() ?? 0) - now.getTime()) / 1000));
  const held = drawHold(view, now);
  const words = [
    ...(held.length === 0 ? ['', '', ''] : [...held, '']),
    ...drawLarge(view.code),
    '',
    '',
    `あと${left}秒で新しいコードに変わります。`,
  ];
  return [
    'アプリの「マシンと接続」でコードを入力するか、QRコードを読み取ってください。',
    ...drawBeside(words, view.url),
    view.url,
  ];
}

function drawBeside(words: readonly string[], url: string): string[] {
  const picture = renderUnicodeCompact(url, { border: 2 }).split('\n');
  return picture.map(
    (row, index) =>
      `${fitColumns(words[index] ?? '', codeColumns)}${whiteOnBlack}${row}${usualColours}`,
  );
}

function drawBout(machine: Machine, view: MachineView, now: Date): string[] {
  const bout = machine.bout();
  const sets = listSets(bout);
  const current = bout?.current ?? null;
  const { max, tfo } = sumBout(sets);
  const target = machine.link()?.nextLoadKg ?? null;
  const resting = view.restingSince;
  return [
    ...drawHold(view, now),
    describeWho(machine) + (target === null ? '' : `   次回の重量 ${target}kg`),
    '',
    ...drawMenu(machine),
    ...drawQuestion(machine),
    ...drawSeat(machine),
    `重量 ${machine.loadKg()}kg   最大重量 ${max}kg   総発揮力 ${tfo}kg`,
    '',
    ...drawLarge(String(current?.reps.length ?? 0)).map((row) => `  ${row}`),
    current !== null
      ? `第${sets.length}セット`
      : describePause(resting === null ? null : now.getTime() - resting.getTime()),
    '',
    ...sets.map(({ loadKg, reps }, index) => `  ${index + 1}. ${loadKg}kg × ${reps.length}回`),
  ];
}

function describeWho(machine: Machine): string {
  const link = machine.link();
  return link === null
    ? '接続していません。記録は、終わったあとのコードで受け取れます。'
    : addHonorific(cleanText(link.nickname));
}

function drawQuestion(machine: Machine): string[] {
  const kg = machine.unconfirmedKg();
  const bestKg = machine.link()?.recentBestKg ?? null;
  if (kg === null || bestKg === null) return [];
  return [
    `${kg}kgは、最近の最大重量 ${bestKg}kgよりかなり重い設定です。`,
    'この重量で行うときは y を押してください。',
    '',
  ];
}

function drawSeat(machine: Machine): string[] {
  const seat = machine.seat();
  return seat === null ? [] : [`シート位置 ${seat}`];
}

function drawMenu(machine: Machine): string[] {
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
    ...(restSeconds === 0 ? [] : [`休憩${formatRest(restSeconds)}`]),
  ].join('・');
}

function describePause(ms: number | null): string {
  return ms === null
    ? '準備ができたら始めてください。'
    : `休憩${formatRest(Math.floor(ms / 1000))}`;
}
