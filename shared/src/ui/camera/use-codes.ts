import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { openCodeReader } from './code-reader.ts';

/** Pause between two looks, in ms. */
const PAUSE_MS = 120;
/** So many looks without a code: the same one that comes then is held up again. */
const LOOKS_WITHOUT = 12;

/**
 * Hook: calls back with each code that comes before the camera while it is on, once for as long as it stays there.
 * @returns whether bars are read too, and whether the reader did not come.
 */
export function useCodes(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => void,
): { readsBars: boolean; isMissing: boolean } {
  const [found, setFound] = useState({ readsBars: false, isMissing: false });
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let last: string | null = null;
    let without = 0;
    const note = (code: string | null) => {
      without = code === null ? without + 1 : 0;
      if (without >= LOOKS_WITHOUT) last = null;
      if (code === null || code === last) return;
      last = code;
      take(code);
    };
    const start = async () => {
      const reader = await openCodeReader();
      if (isOver) return;
      setFound({ readsBars: reader.readsBars, isMissing: false });
      const look = async () => {
        const element = video.current;
        const isReady = element && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
        // A picture that cannot be read is none: the next one is looked at.
        const code = isReady ? await reader.read(element).catch(() => null) : null;
        if (isOver) return;
        note(code);
        timer = setTimeout(() => void look(), PAUSE_MS);
      };
      await look();
    };
    start().catch((error: unknown) => {
      console.error('The reader of codes did not come', error);
      if (!isOver) setFound({ readsBars: false, isMissing: true });
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [video, isOn]);
  return found;
}
