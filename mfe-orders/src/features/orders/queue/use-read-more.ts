import { useState } from 'react';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { toast } from '@taller/shared/runtime';

/**
 * Hook: reads more of a list that grows instead of turning pages. What is there stays until the longer answer has come;
 * a failure is said, and hides nothing.
 * @param read reads as much into the cache, from where `onRead` shows it.
 */
export function useReadMore<Most>(
  read: (most: Most) => Promise<unknown>,
  onRead: (most: Most) => void,
  failed: string,
): { isReading: boolean; readMore: (most: Most) => void } {
  const [isReading, setReading] = useState(false);
  const readMore = (most: Most) => {
    setReading(true);
    void read(most)
      .then(
        () => onRead(most),
        (error: unknown) => toast.error(failureText(error, failed)),
      )
      .finally(() => setReading(false));
  };
  return { isReading, readMore };
}
