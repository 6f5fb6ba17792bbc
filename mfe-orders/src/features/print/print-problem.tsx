import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { Link } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { printTexts } from '#src/features/print/texts.ts';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import styles from './sheet-pages.module.css';

/** Says why there is nothing to print. */
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

/** The reason why the order cannot be loaded: nothing is printed, and the window stays open. */
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

/** The page while the order is loading. */
export function PrintLoading() {
  return (
    <div className={styles.message}>
      <p role="status">{printTexts.loading}</p>
    </div>
  );
}
