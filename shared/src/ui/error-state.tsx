import type { ReactNode } from 'react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { withRequestCode } from '#src/values/request-code.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './state.module.css';
import { uiTexts } from './texts.ts';
import { useOutageShown } from './use-outage-shown.ts';

export interface ErrorStateProps {
  /** `h1` if it is the page's only content. */
  as?: 'p' | 'h1' | 'h2';
  /** The headline, for example 'Ocurrió un error al consultar la orden.'. */
  message: string;
  /** The error: a server failure is shown with its request id. Null if there is none. */
  error: unknown;
  children?: ReactNode;
  /** Shows Reintentar. */
  onRetry?: () => void;
  /** The retry is in progress. */
  retrying?: boolean;
  /** Next to Reintentar, for example a link back. */
  actions?: ReactNode;
}

/**
 * Content that failed to load. Announced when it appears; a quiet line if the banner of the connection says why
 * (UI-04).
 */
export function ErrorState({
  as: Title = 'p',
  message,
  error,
  children,
  onRetry,
  retrying,
  actions,
}: ErrorStateProps) {
  const quiet = useOutageShown(error);
  return (
    <div
      className={classNames(styles.state, quiet ? styles.quiet : styles.error)}
      role={quiet ? 'status' : 'alert'}
    >
      {!quiet && (
        <span className={styles.icon}>
          <TriangleAlert aria-hidden="true" />
        </span>
      )}
      <Title className={styles.title}>{withRequestCode(message, error)}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {(onRetry || actions) && (
        <div className={styles.actions}>
          {onRetry && (
            <Button
              variant={quiet ? 'secondary' : 'primary'}
              icon={<RotateCw aria-hidden="true" />}
              loading={retrying}
              onClick={onRetry}
            >
              {uiTexts.retry}
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}
