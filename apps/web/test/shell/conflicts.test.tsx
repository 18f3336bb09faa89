import type { Endpoint } from '@tanren/contract/endpoint';
import {
  setPlans,
  setSpecialDay,
  setWeeklyHours,
  type StaffGym,
  updateGym,
} from '@tanren/contract/gyms/staff-gyms';
import { updateAnnouncement } from '@tanren/contract/members/staff-announcements';
import { updateUserInfo } from '@tanren/contract/members/userinfo';
import { updateTrainingSession } from '@tanren/contract/menus/menus';
import {
  correctWorkout,
  getStaffMember,
  getStaffWorkout,
} from '@tanren/contract/staff/staff-members';
import { updateTrainedMenu } from '@tanren/contract/trainers/trainer-member-sessions';
import { describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { dayAhead } from '#test/booking/gym-book.ts';
import { openStaffGym } from '#test/gyms/staff-gym.ts';
import { openNoticeBoard } from '#test/members/staff-announcements.ts';
import { storeProfile } from '#test/members/stored-profile.ts';
import { chestDay } from '#test/menus/menu-editor.ts';
import { openMenuShelf } from '#test/menus/menus.ts';
import { sampleStaffGym } from '#test/samples/gyms.ts';
import { sampleStaffMember } from '#test/samples/members.ts';
import { sampleTrainerMenu } from '#test/samples/menus.ts';
import { sampleSet, sampleWorkout } from '#test/samples/workouts.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { button, heading, listRedControls, press, tapTwice } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import {
  memberPath,
  openAsTrainer,
  openTrainedMember,
  openTrainedMenus,
} from '#test/trainers/trained-member.ts';
import { recordPath, storeRecord } from '#test/workouts/stored-record.ts';

interface Opened {
  readonly go: (path: string) => Promise<void>;
  /** Saves a value of the field as another person or device. */
  readonly changeElsewhere: (value: string) => void;
  /** Returns the value that the server has. */
  readonly read: () => unknown;
}

/** An editor whose work is changed elsewhere while it is open. */
interface EditorCase {
  readonly editor: string;
  /** Whether a colleague or another device of the same person changes it. */
  readonly by: 'colleague' | 'device';
  readonly open: () => Promise<Opened>;
  /** Field that both change. */
  readonly field: () => Locator;
  readonly mine: string;
  /** Versions from elsewhere, one after the other. */
  readonly theirs: readonly [string, string];
  /** Returns what the panel shows of a version. It is the value unless given. */
  readonly show?: (value: string) => string;
  readonly save: string;
  /** Call that saves. */
  readonly call: Endpoint;
}

const panelNames = {
  colleague: 'ほかのスタッフが内容を変更しています',
  device: 'ほかの端末で内容が変更されています',
};

const titleCase = {
  field: () => page.getByLabelText('タイトル'),
  mine: '自分の題',
  theirs: ['別の題', 'また別の題'],
} as const;

/** Opens a tab of a gym that a colleague changes too. */
async function openGym(
  tab: string,
  apply: (value: string) => Partial<StaffGym>,
  read: (gym: StaffGym) => unknown,
): Promise<Opened> {
  const gym = openStaffGym({ specialDays: [{ date: gymDay, hours: null, note: '点検' }] });
  const { go } = await openAsStaff(`${gym.address}${tab}`);
  return {
    go,
    changeElsewhere: (value) => {
      gym.changeElsewhere(apply(value));
    },
    read: () => read(gym.now()),
  };
}

const gymDay = dayAhead(5);
const { weekly, plans } = sampleStaffGym;

const cases: readonly EditorCase[] = [
  {
    ...titleCase,
    editor: 'a menu',
    by: 'device',
    save: '保存する',
    call: updateTrainingSession,
    open: async () => {
      const shelf = openMenuShelf();
      shelf.put(chestDay);
      const { go } = await renderPage('/training-sessions/1/edit');
      return {
        go,
        changeElsewhere: (title) => shelf.change(1, { title }),
        read: () => shelf.find(1)?.title,
      };
    },
  },
  {
    ...titleCase,
    editor: "a trainer's menu",
    by: 'device',
    save: '保存する',
    call: updateTrainedMenu,
    open: async () => {
      openTrainedMember();
      const menus = openTrainedMenus(sampleTrainerMenu(3, { title: '胸の日' }));
      const { go } = await openAsTrainer(`${memberPath}/training-sessions/3`);
      return {
        go,
        changeElsewhere: (title) => menus.change(3, { title }),
        read: () => menus.titles()[0],
      };
    },
  },
  {
    ...titleCase,
    editor: 'an announcement',
    by: 'colleague',
    save: '下書きを保存する',
    call: updateAnnouncement,
    open: async () => {
      const board = openNoticeBoard();
      const { id } = board.write('はじめの題');
      const { go } = await openAsStaff(`/staff/informations/${id}`);
      return {
        go,
        changeElsewhere: (content) => board.change(id, { content, publishAt: null }),
        read: () => board.contents()[0],
      };
    },
  },
  {
    editor: 'the profile',
    by: 'device',
    field: () => page.getByLabelText('ニックネーム'),
    mine: '一台目',
    theirs: ['二台目', '三台目'],
    save: '保存する',
    call: updateUserInfo,
    open: async () => {
      const { go } = await renderPage('/settings/userinfo');
      const profile = storeProfile();
      return {
        go,
        changeElsewhere: (nickname) => {
          profile.change({ nickname });
        },
        read: () => profile.read().nickname,
      };
    },
  },
  {
    editor: 'a gym',
    by: 'colleague',
    field: () => page.getByLabelText('定員'),
    mine: '15',
    theirs: ['20', '25'],
    show: (capacity) => `${capacity}人`,
    save: '変更を保存する',
    call: updateGym,
    open: () =>
      openGym(
        '',
        (capacity) => ({ capacity: Number(capacity) }),
        ({ capacity }) => String(capacity),
      ),
  },
  {
    editor: 'the week of a gym',
    by: 'colleague',
    field: () => page.getByLabelText('月曜日の閉店（時）'),
    mine: '24',
    theirs: ['20', '21'],
    show: (hour) => `6:00〜${hour}:00`,
    save: '営業時間を保存する',
    call: setWeeklyHours,
    open: () =>
      openGym(
        '?tab=hours',
        (hour) => ({
          weekly: weekly.map((day, at) =>
            at === 1 ? { opensMinute: 360, closesMinute: Number(hour) * 60 } : day,
          ),
        }),
        (gym) => String((gym.weekly[1]?.closesMinute ?? 0) / 60),
      ),
  },
  {
    editor: 'the plans of a gym',
    by: 'colleague',
    field: () => page.getByLabelText('プラン名'),
    mine: '自分のプラン',
    theirs: ['同僚のプラン', 'また同僚のプラン'],
    save: '料金プランを保存する',
    call: setPlans,
    open: async () => {
      const opened = await openGym(
        '?tab=plans',
        (name) => ({ plans: plans.map((plan, at) => (at === 0 ? { ...plan, name } : plan)) }),
        (gym) => gym.plans[0]?.name,
      );
      await page.getByRole('button', { name: '編集する' }).first().click();
      return opened;
    },
  },
];

/** A form that is closed when the latest version is loaded, because the list shows that one. */
const specialDay: EditorCase = {
  editor: 'a special day of a gym',
  by: 'colleague',
  field: () => page.getByLabelText(/会員に表示する理由/),
  mine: '自分の理由',
  theirs: ['同僚の理由', 'また同僚の理由'],
  save: 'この日を保存する',
  call: setSpecialDay,
  open: async () => {
    const opened = await openGym(
      '?tab=hours',
      (note) => ({ specialDays: [{ date: gymDay, hours: null, note }] }),
      (gym) => gym.specialDays[0]?.note,
    );
    await page.getByRole('button', { name: /を変更する$/ }).click();
    return opened;
  },
};

/** Opens the editor, changes the field here and elsewhere, and saves. */
async function meetConflict({ open, by, field, mine, theirs, save }: EditorCase) {
  const opened = await open();
  await expect.element(field()).toBeVisible();
  if (field().element() instanceof HTMLSelectElement) await field().selectOptions(mine);
  else await field().fill(mine);
  opened.changeElsewhere(theirs[0]);
  await press(save);
  const panel = page.getByRole('region', { name: panelNames[by] });
  await expect.element(panel).toBeVisible();
  return { ...opened, panel };
}

const overwrite = '自分の内容で上書きする';
const question = () => page.getByRole('alertdialog', { name: '保存せずに移動しますか' });

describe.each([...cases, specialDay])('$editor', (editor) => {
  const { field, mine, theirs, show = (value: string) => value, call } = editor;

  test('shows the version that was saved elsewhere, and overwrites it once by a double tap', async () => {
    const { panel, changeElsewhere, read } = await meetConflict(editor);
    await expect.element(panel.getByRole('heading')).toHaveFocus();
    await expect.element(panel).toHaveTextContent(show(theirs[0]));
    await expect.element(field()).toHaveValue(mine);
    expect(read()).toBe(theirs[0]);
    // The week beside a special day is another form, with a button of its own.
    const others = editor === specialDay ? ['営業時間を保存する'] : [];
    expect(listRedControls()).toEqual([...others, overwrite]);
    await page.viewport(390, Math.max(844, document.documentElement.scrollHeight));
    await expectAccessible();
    expectNoSidewaysScroll();

    // Only a version that was shown is overwritten.
    changeElsewhere(theirs[1]);
    await press(overwrite);
    await expect.element(panel).toHaveTextContent(show(theirs[1]));
    await expect.element(panel.getByRole('heading')).toHaveFocus();
    expect(read()).toBe(theirs[1]);
    await expect.element(button(overwrite)).toBeEnabled();
    await tapTwice(button(overwrite));
    await expect.poll(read).toBe(mine);
    await expect.element(panel).not.toBeInTheDocument();
    expect(listCalls(call)).toHaveLength(3);
  });

  test('loads the version from elsewhere, and has nothing left to save', async () => {
    const { panel, read, go } = await meetConflict(editor);
    await press('最新の内容を読み込む');
    await expect.element(panel).not.toBeInTheDocument();
    const readField = () => (field().query() as HTMLInputElement | null)?.value ?? null;
    await expect.poll(readField).toBe(editor === specialDay ? null : theirs[0]);
    expect(read()).toBe(theirs[0]);
    await go('/settings');
    await expect.element(heading('マイページ')).toBeVisible();
  });

  test('closes the question, and keeps the input unsaved', async () => {
    const { panel, go, read } = await meetConflict(editor);
    await press('編集を続ける');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(field()).toHaveValue(mine);
    void go('/settings');
    await expect.element(question()).toBeVisible();
    expect(read()).toBe(theirs[0]);
  });
});

/** A correction is never saved over another one, because removed sets do not return. */
const corrections = [
  {
    editor: "a member's correction",
    panel: 'この記録の内容が変更されています',
    names: { form: '記録の訂正', reason: '訂正の理由', save: '訂正する' },
    restart: '最新の記録から訂正し直す',
    open: async () => {
      const record = storeRecord();
      await renderPage(`${recordPath}/correction`);
      return () => {
        record.correctByStaff([sampleSet(50, 10), sampleSet(55, 12)]);
      };
    },
  },
  {
    editor: 'a correction by staff',
    panel: panelNames.colleague,
    names: { form: '記録の修正', reason: '修正の理由', save: '修正を保存する' },
    restart: '最新の記録から修正し直す',
    open: async () => {
      let workout = sampleWorkout();
      answer(getStaffMember, sampleStaffMember);
      answer(getStaffWorkout, () => workout);
      answer(correctWorkout, ({ body }) =>
        body.correctedAt === (workout.correction?.correctedAt ?? null)
          ? workout
          : rejectWith(409, 'stale_version'),
      );
      await openAsStaff(`/staff/members/${sampleStaffMember.member}/workouts/${workout.id}`);
      await press('修正する');
      return () => {
        const correction = { reason: '誤り', correctedAt: '2026-03-12T10:00:00.000Z' };
        workout = sampleWorkout({ sets: [sampleSet(50, 10), sampleSet(55, 12)], correction });
      };
    },
  },
];

test.each(corrections)('$editor starts again from the record that was changed', async (editor) => {
  const { names } = editor;
  const changeElsewhere = await editor.open();
  const form = page.getByRole('form', { name: names.form });
  const load = form
    .getByRole('group', { name: '2セット目' })
    .getByLabelText('重量', { exact: true });
  const setLoad = async (kg: string) => {
    await load.fill(kg);
    await userEvent.tab();
  };
  await setLoad('60');
  await form.getByLabelText(names.reason).fill('自分の理由');
  changeElsewhere();
  await press(names.save);
  const panel = page.getByRole('region', { name: editor.panel });
  await expect.element(panel.getByRole('heading')).toHaveFocus();
  await expect.element(panel).toHaveTextContent('55kg×12回');
  await expect.element(load).toHaveValue('60');
  expect(listRedControls()).toEqual([editor.restart]);
  await expectAccessible();
  // Saving again is rejected again.
  await press(names.save);
  await expect.element(button(names.save)).toHaveAttribute('aria-busy', 'false');
  await expect.element(panel).toBeVisible();
  await press(editor.restart);
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(load).toHaveValue('55');
  await expect.element(form.getByLabelText(names.reason)).toHaveValue('自分の理由');
  await setLoad('57.5');
  await press(names.save);
  await expect.element(form).not.toBeInTheDocument();
});
