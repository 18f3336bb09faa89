import { explainBooking, isBooking } from '#entities/booking/unsent-bookings.ts';
import { isDeletion } from '#entities/menus/unsent-menus.ts';
import { profileTarget } from '#lib/auth/unsent-profile.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { isProblemCode, problemText } from '#lib/refusals.ts';

/** Names a queued write in a member's words. */
export function nameWrite(write: UnsentWrite): string {
  const { target, about, call } = write;
  if (isBooking(write)) return `${about}の予約`;
  const [kind] = target.split(':');
  const name = about === '' ? 'メニュー' : `「${about}」`;
  if (kind === 'favorite') {
    return call.body['favorite'] === true
      ? `${name}をお気に入りに追加`
      : `${name}をお気に入りから外す`;
  }
  if (kind === 'draft') return `新しいメニュー${name}`;
  if (kind === 'menu') return `メニュー${name}の${isDeletion(write) ? '削除' : '変更'}`;
  return target === profileTarget ? 'プロフィールの変更' : `${about}の変更`;
}

/** Explains why a write could not be sent, and what to do. */
export function explainWrite(write: UnsentWrite): string {
  const { target, refusal } = write;
  if (isBooking(write)) {
    return `${refusal === null ? '' : '予約できませんでした。'}${explainBooking(write)}`;
  }
  if (refusal === null) return 'ネットワークにつながると、自動で送信します。';
  const isMenu = target.startsWith('menu:');
  if (refusal.code === 'stale_version') {
    return 'ほかの端末でも変更されています。内容を比べて、どちらを残すか選んでください。';
  }
  if (isMenu && refusal.status === 404) {
    return 'このメニューは削除されています。新しいメニューとして保存するか、変更を破棄してください。';
  }
  if (target.startsWith('favorite:')) {
    return 'このメニューは、非公開になったか削除されています。';
  }
  const text = isProblemCode(refusal.code) ? problemText[refusal.code] : '';
  if (isDeletion(write)) return `${text}メニューの画面で削除し直すか、変更を破棄してください。`;
  return `${text}内容を直して保存し直すか、変更を破棄してください。`;
}

/** Page on which the member can correct the write. */
export type WayOn =
  | { readonly kind: 'menu'; readonly trainingSessionId: number; readonly label: string }
  | { readonly kind: 'draft'; readonly label: string }
  | { readonly kind: 'profile'; readonly label: string }
  | {
      readonly kind: 'slots';
      readonly search: { readonly gym: number; readonly date: string };
      readonly label: string;
    };

/**
 * Returns the page to correct a write, or `null` when there is nothing to correct or it is sent
 * automatically.
 */
export function findWayOn(write: UnsentWrite): WayOn | null {
  const { target, call, refusal } = write;
  if (isDeletion(write)) return null;
  if (isBooking(write)) {
    if (refusal === null) return null;
    const { gymId, date } = call.params;
    return {
      kind: 'slots',
      search: { gym: Number(gymId), date: String(date) },
      label: '空き枠を見る',
    };
  }
  const label = refusal?.code === 'stale_version' ? '内容を比べて選ぶ' : '編集する';
  if (target.startsWith('menu:')) {
    return { kind: 'menu', trainingSessionId: Number(call.params['trainingSessionId']), label };
  }
  if (target.startsWith('draft:')) return { kind: 'draft', label };
  if (target === profileTarget && refusal !== null) return { kind: 'profile', label };
  return null;
}
