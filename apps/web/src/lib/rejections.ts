import type { ProblemCode } from '@tanren/contract/problem';
import { reservableDays } from '@tanren/domain/booking/reservations';
import { ApiError, describeWait, explainFailure, PasswordNotConfirmed } from './errors.ts';
import { notifyDone, notifyError } from './notifier.ts';

/** Texts for the rejections of the server. A code without a text does not compile. */
export const problemText = {
  invalid_request: '入力内容をご確認ください。',
  malformed_json: '送信内容を読み取れませんでした。もう一度お試しください。',
  unauthenticated: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  forbidden: 'この操作を行う権限がありません。',
  recent_authentication_required:
    '安全のため、パスワードの確認が必要です。もう一度お試しください。',
  totp_required:
    'この画面を使うには、認証アプリ（2段階認証）の設定が必要です。マイページから設定してください。',
  profile_incomplete: 'ご利用には、プロフィールの登録が必要です。',
  terms_not_agreed: 'ご利用には、最新の利用規約への同意が必要です。',
  forgery_suspected: 'ページの有効期限が切れました。再読み込みしてからお試しください。',
  not_found: 'お探しの情報は見つかりませんでした。',
  method_not_allowed: 'この操作は行えません。',
  request_timeout: '通信に時間がかかりすぎました。もう一度お試しください。',
  uri_too_long: 'アドレスが長すぎます。条件を減らしてお試しください。',
  headers_too_large:
    'ブラウザから送られた情報が大きすぎます。このサイトのCookieを削除してからお試しください。',
  payload_too_large: '送信内容が大きすぎます。内容を減らしてお試しください。',
  unsupported_media_type: 'この形式のデータは受け付けられません。',
  profile_exists: 'プロフィールはすでに登録されています。',
  already_agreed: 'この利用規約にはすでに同意いただいています。',
  terms_version_not_current:
    '利用規約が改定されています。ページを再読み込みして、最新の内容をご確認ください。',
  link_code_unknown:
    '接続コードが正しくないか、有効期限が切れています。マシンの画面に表示されている新しいコードをお試しください。',
  machine_in_use:
    'このマシンは、ほかの方が使用中です。空いているマシンに接続するか、終わるまでお待ちください。',
  machine_held:
    'このマシンは、ほかの方が予約中です。空いているマシンを選ぶか、少しお待ちください。',
  machine_not_due:
    'トレーニング中のメニューに、このマシンで行うセットは残っていません。ほかのマシンを選んでください。',
  machine_unavailable:
    'このマシンは、点検中か通信できない状態のため、とっておけません。別のマシンを選んでください。',
  type_not_equal: 'この種目には入れ替えられません。同じ部位を鍛える種目を選んでください。',
  machines_unreachable:
    'ただいまマシンと通信できないため、接続できません。しばらくしてからもう一度お試しください。',
  identity_proof_refused: 'ご本人の確認ができませんでした。もう一度お試しください。',
  not_linked: 'マシンに接続されていません。接続してからお試しください。',
  stale_version: 'ほかの端末などで内容が変更されています。最新の内容をご確認ください。',
  session_limit_reached:
    '作成できるトレーニングメニューの上限に達しています。使わないメニューを削除してからお試しください。',
  slot_full: 'この時間は満席になりました。別の時間を選ぶか、キャンセル待ちをご利用ください。',
  overlap: '同じ時間帯に別の予約があります。予約を変更するか、別の時間をお選びください。',
  in_past: 'この時間はすでに始まっています。これからの時間をお選びください。',
  closed: 'この時間は営業していません。別の日時をお選びください。',
  limit_reached:
    '予約とキャンセル待ちは、それぞれ同時に4件までです。どれかをやめてからお試しください。',
  too_far_ahead: `この日の予約受付はまだ始まっていません。${reservableDays}日前から予約できます。`,
  deadline_passed:
    '変更とキャンセルの期限を過ぎています。ご都合が悪いときは、ジムへお電話ください。',
  slot_available: 'この時間には空きがあります。そのまま予約できます。',
  no_membership: '予約と入館には、会員契約が必要です。ジムのページでプランをお選びください。',
  gym_not_covered:
    'ご契約のプランでは、このジムをご利用いただけません。マイページの「会員契約」でプランをご確認ください。',
  membership_ended: '会員契約は終了しています。ご利用には、もう一度お申し込みください。',
  membership_not_started:
    'ご利用はまだ始まっていません。マイページの「会員契約」でお申し込みをご確認ください。',
  membership_paused:
    '休会中のため、予約と入館ができません。マイページの「会員契約」から再開できます。',
  outside_plan_hours:
    'ご契約のプランでは、この時間はご利用いただけません。別の時間を選ぶか、プランを変更してください。',
  monthly_limit:
    'この月にご利用いただける回数の上限に達しました。別の月の枠を選ぶか、プランを変更してください。',
  membership_exists:
    'このジムの会員契約はすでにあります。マイページの「会員契約」でご確認ください。',
  birth_date_required:
    'お申し込みには生年月日が必要です。ページを読み込み直してから、もう一度お試しください。',
  too_young: '年齢がジムの定める条件に満たないため、申し込めません。',
  guardian_required: '18歳未満の方のお申し込みには、保護者の情報が必要です。',
  guardian_pending: '保護者の同意がまだのため、承認できません。',
  guardian_mail_limit: 'メールを送れるのは1日3通までです。明日、もう一度お試しください。',
  request_pending:
    'ジムで前のお申し込みを確認しています。内容を変更するときは、マイページの「会員契約」で取り下げてからお試しください。',
  plan_not_offered:
    'このプランは、現在お申し込みを受け付けていません。別のプランをお選びください。',
  change_impossible:
    'ご契約の状態が変わったため、この手続きはできません。最新の内容をご確認ください。',
  decided_by_staff:
    'ジムで手続きした退会・休会は、アプリからは変更できません。ジムへお問い合わせください。',
  confirmation_changed:
    'お申し込みの内容が変わりました。ページを再読み込みして、最新の内容をご確認ください。',
  legal_notice_missing:
    '「特定商取引法に基づく表記」に未入力の項目があります。すべて入力すると、申し込みと同時に入会できるように設定できます。',
  collector_missing:
    '会費の収納口座が登録されていません。委託者コードと口座を登録してから、もう一度お試しください。',
  nothing_to_collect: '口座振替の対象がありません。請求と、会員の口座の登録をご確認ください。',
  transfer_pending:
    'この月には、振替結果を取り込んでいないファイルがあります。結果を取り込むか、前のファイルを破棄して作り直してください。',
  results_imported: 'この振替日の結果は、すでに取り込まれています。',
  trainer_linked:
    'すでにトレーナーと連携しています。別のトレーナーと連携するには、先に今の連携を解除してください。',
  trainer_code_unknown:
    '連携コードが正しくないか、有効期限が切れています。会員の方に新しいコードをご確認ください。',
  own_trainer_code: 'ご自身が発行したコードは登録できません。',
  scope_not_granted: 'この情報は、会員の方が共有していません。',
  reservations_affected: 'この変更の対象となる予約があります。予約の取り扱いをご確認ください。',
  hidden_by_staff:
    'このメニューはスタッフの判断で非公開になっています。公開をご希望の場合は、ジムへお問い合わせください。',
  load_unusually_heavy:
    '最近の最大重量よりかなり重い設定です。確認のうえ、もう一度お試しください。',
  request_in_progress: '同じ操作を処理しています。少し待ってから、もう一度お試しください。',
  idempotency_key_reused:
    '送信する内容が変わりました。画面を読み込み直して、もう一度お試しください。',
  claim_code_unknown:
    '受け取りコードが正しくありません。マシンの画面に表示されているコードをもう一度ご確認ください。',
  claim_taken:
    'この記録は、すでにほかの方が受け取っています。ご自身の記録の場合は、ジムへお問い合わせください。',
  claim_expired:
    'この記録を受け取れる期間（24時間）を過ぎました。ご自身の記録の場合は、ジムへお問い合わせください。',
  claim_implausible:
    '同じ時間帯に別の場所やマシンでのご利用があるため、この記録は受け取れません。ご自身の記録の場合は、ジムへお問い合わせください。',
  claim_limit_reached:
    '24時間に受け取れる記録の数を超えました。時間をおいてからもう一度お試しください。',
  rejection_limit_reached:
    '24時間に外せる記録の数を超えました。お困りのときは、ジムへお問い合わせください。',
  correction_limit_reached:
    '訂正できる回数の上限に達しました。24時間たっても訂正できないときは、ジムへお問い合わせください。',
  correction_pending:
    'スタッフが前の訂正を確認しています。内容を変更するときは、取り下げてからもう一度訂正してください。',
  correction_decided: 'この訂正は、すでにスタッフが確認したか、取り下げられています。',
  own_account: 'ご自身のアカウントには行えません。マイページで手続きしてください。',
  role_held:
    'スタッフまたはトレーナーの権限があるアカウントは、削除や認証アプリの解除ができません。システム管理者に依頼してください。',
  too_many_requests: '操作の回数が多すぎます。少し時間をおいてからお試しください。',
  internal_error: 'しばらくしてからもう一度試してみてください。',
  not_ready: 'ただいま準備中です。しばらくしてからもう一度試してみてください。',
} satisfies Record<ProblemCode, string>;

/** Returns whether the code is known. A newer server may send others, or none. */
export function isProblemCode(code: string | null): code is ProblemCode {
  return code !== null && code in problemText;
}

/** Explains why the action was not done. The typed content stays in the form. */
export function explainRejection(error: unknown): string {
  if (error instanceof PasswordNotConfirmed) return PasswordNotConfirmed.text;
  return findRejection(error) ?? explainFailure(error);
}

/** Returns the text of a rejection, or `null` for any other error. */
export function findRejection(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.problem === null || error.status >= 500) return null;
  const { retryAfterSeconds, problem } = error;
  if (problem.code !== 'too_many_requests' || retryAfterSeconds === null) {
    return problemText[problem.code];
  }
  return `操作の回数が多すぎます。${describeWait(retryAfterSeconds)}後に、もう一度お試しください。`;
}

/**
 * Notifies the member of a rejection in its own words, and of any other error in the usual ones.
 */
export function notifyRejection(title: string, error: unknown): void {
  const rejection = findRejection(error);
  if (rejection === null) notifyError(error);
  else notifyDone(title, rejection);
}
