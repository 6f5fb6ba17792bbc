import type { ReactNode } from 'react';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { withRequestCode } from '#src/values/request-code.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './state.module.css';
import { uiTexts } from './texts.ts';

export interface ErrorStateProps {
  /** `h1` where it is all that the page has. */
  as?: 'p' | 'h1' | 'h2';
  /** What failed, for example 'Ocurrió un error al consultar la orden.'. */
  message: string;
  /** Why: a failure of the server is shown with the code of its request. Null where nothing went wrong. */
  error: unknown;
  children?: ReactNode;
  /** Shows Reintentar. */
  onRetry?: () => void;
  /** The retry is under way. */
  retrying?: boolean;
  /** Beside Reintentar, for example a way back. */
  actions?: ReactNode;
}

/** Something that should be here could not be loaded. Announced when it appears. */
export function ErrorState({
  as: Title = 'p',
  message,
  error,
  children,
  onRetry,
  retrying,
  actions,
}: ErrorStateProps) {
  return (
    <div className={classNames(styles.state, styles.error)} role="alert">
      <span className={styles.icon}>
        <TriangleAlert aria-hidden="true" />
      </span>
      <Title className={styles.title}>{withRequestCode(message, error)}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {(onRetry || actions) && (
        <div className={styles.actions}>
          {onRetry && (
            <Button
              variant="primary"
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
