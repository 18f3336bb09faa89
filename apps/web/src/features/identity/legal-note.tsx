import { Link } from '@tanstack/react-router';
import classes from './legal-note.module.css';

/** In another tab: what has been typed must not be lost for reading. */
export function LegalNote() {
  return (
    <p className={classes.note}>
      <Link to="/terms" target="_blank">
        利用規約
      </Link>
      と
      <Link to="/privacy-policy" target="_blank">
        プライバシーポリシー
      </Link>
      をご確認のうえ、ご登録ください。
    </p>
  );
}
