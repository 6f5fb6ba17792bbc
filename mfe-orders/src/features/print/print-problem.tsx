import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { Link } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { printTexts } from '#src/features/print/texts.ts';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import styles from './sheet-pages.module.css';

/** There is nothing to print: says why. */
export function PrintGone({ message }: { message: string }) {
  return (
    <div className={styles.message}>
      <ErrorState
        as="h1"
        error={null}
        message={message}
        actions={<Link to={paths.dashboard.getHref()}>{printTexts.back}</Link>}
      />
    </div>
  );
}

/** Nothing is printed if the order cannot be loaded: the window stays open and shows the reason. */
export function PrintProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = dataErrorCode(error) === 'not-found';
  return (
    <div className={styles.message}>
      <h1 className={hiddenStyles.hidden}>{printTexts.select.title}</h1>
      <ErrorState
        error={error}
        message={missing ? printTexts.notFound : printTexts.loadFailed}
        onRetry={missing ? undefined : onRetry}
        actions={<Link to={paths.dashboard.getHref()}>{printTexts.back}</Link>}
      />
    </div>
  );
}

/** While the order is loading. */
export function PrintLoading() {
  return (
    <div className={styles.message}>
      <p role="status">{printTexts.loading}</p>
    </div>
  );
}
