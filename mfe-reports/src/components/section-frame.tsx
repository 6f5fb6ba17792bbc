import { useEffect, type ReactNode } from 'react';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { commonTexts } from '#src/components/texts.ts';
import styles from '#src/components/page.module.css';

interface SectionFrameProps<Figures> {
  query: {
    data: Figures | undefined;
    error: unknown;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Says which data could not be loaded. */
  message: string;
  skeleton: ReactNode;
  children: (figures: Figures) => ReactNode;
}

/**
 * Figures in their place: until they are loaded their skeleton; a failure in place and in the console, without a toast
 * (DATA-06); while another filter's figures load, the ones before with 'Loading...'.
 */
export function SectionFrame<Figures>({ query, message, skeleton, children }: SectionFrameProps<Figures>) {
  const { error } = query;
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  const content = (
    <Loaded query={query} message={message} hint={commonTexts.failedHint} skeleton={skeleton}>
      {(figures) => (
        <div className={styles.page} aria-busy={query.isPlaceholderData}>
          {query.isPlaceholderData && <p role="status">{commonTexts.loading}</p>}
          {children(figures)}
        </div>
      )}
    </Loaded>
  );
  return error && query.data === undefined ? <Card>{content}</Card> : content;
}
