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
}

/** Fills the whole page with a description of the error and a link to the top page. */
export function ErrorView({
  title,
  overline,
  message,
  onBackToTop,
  onRetry = null,
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
      </Stack>
    </>
  );
}
