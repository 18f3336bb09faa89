import classes from './error-view.module.css';
import { Stack, Text } from '#ui/layout.tsx';
import { LogoBar, LogoMark } from '#ui/logo.tsx';

interface ErrorViewProps {
  readonly title: string;
  /** Small line above the title. */
  readonly overline?: string;
  readonly message: string;
  readonly onBackToTop: () => void;
  /** Called to try again. `null` when another attempt would fail in the same way. */
  readonly onRetry?: (() => void) | null;
  /** Number of the failed call. `null` when the error is not about a call. */
  readonly supportNumber?: string | null;
}

/** Fills the whole page with a description of the error and a link to the top page. */
export function ErrorView({
  title,
  overline,
  message,
  onBackToTop,
  onRetry = null,
  supportNumber = null,
}: ErrorViewProps) {
  return (
    <>
      <LogoBar>
        <button
          type="button"
          className={classes.logo}
          onClick={onBackToTop}
          aria-label="TANREN トップへ"
        >
          <LogoMark width={60} />
        </button>
      </LogoBar>
      <Stack as="main" gap={16} align="center" centered className={classes.block}>
        <Text as="h1" size={28} leading="tight">
          {overline === undefined ? null : (
            <Text as="small" block below={8}>
              {overline}
            </Text>
          )}
          {title}
        </Text>
        <Text quiet phrased className={classes.message}>
          {message}
        </Text>
        {onRetry === null ? null : (
          <button type="button" className={classes.back} onClick={onRetry}>
            もう一度読み込む
          </button>
        )}
        <button type="button" className={classes.back} onClick={onBackToTop}>
          トップへ戻る
        </button>
        <SupportNumber number={supportNumber} />
      </Stack>
    </>
  );
}

/** Shows the number that a member can tell staff, who find the failed call by it. */
export function SupportNumber({ number }: { readonly number: string | null }) {
  if (number === null) return null;
  return (
    <Text quiet centered size={12} above={8}>
      お問い合わせ番号：
      <Text as="span" bright className={classes.number}>
        {number}
      </Text>
    </Text>
  );
}
