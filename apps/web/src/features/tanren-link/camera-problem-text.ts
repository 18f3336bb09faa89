import type { CameraProblem } from './open-camera.ts';

/** The code is always the way on. */
export const cameraProblemText = {
  insecure:
    'この接続方法ではカメラを使えません。https:// で始まるアドレスで開くか、接続コードを入力してください。',
  unsupported: 'このブラウザではカメラを使えません。接続コードを入力してください。',
  denied:
    'カメラの使用が許可されていません。ブラウザの設定でカメラを許可するか、接続コードを入力してください。',
  missing: 'カメラが見つかりません。接続コードを入力してください。',
  busy: 'カメラを起動できません。ほかのアプリで使用中でないかご確認いただくか、接続コードを入力してください。',
} satisfies Record<CameraProblem, string>;
