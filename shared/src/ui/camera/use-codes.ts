import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { openCodeReader, openScriptReader, type CodeReader } from './code-reader.ts';

/** Pause between two looks, in ms. */
const PAUSE_MS = 120;
/** Looks without a code after which it counts as new: somebody holds it up again. */
const LOOKS_WITHOUT = 12;
/** Failed looks in a row until the site's own reader takes over: Android's fails without Google's services. */
const LOOKS_FAILED = 3;

/** Tells which codes of each look are new: not seen in the looks before. Others may be in view between them. */
function newCodes(): (codes: readonly string[]) => string[] {
  /** The number of looks since each code was last seen. */
  const unseen = new Map<string, number>();
  return (codes) => {
    for (const [code, looks] of unseen)
      if (looks < LOOKS_WITHOUT) unseen.set(code, looks + 1);
      else unseen.delete(code);
    return codes.filter((code) => {
      const isNew = !unseen.has(code);
      unseen.set(code, 0);
      return isNew;
    });
  };
}

/**
 * Hook: calls back with each code that comes before the camera while it is on, once for as long as it stays there.
 * @param onCode called until it answers false.
 * @returns whether bars are read too, and whether the reader did not come.
 */
export function useCodes(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => boolean,
): { readsBars: boolean; isMissing: boolean } {
  const [found, setFound] = useState({ readsBars: false, isMissing: false });
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let failed = 0;
    const pickNew = newCodes();
    const look = async (reader: CodeReader): Promise<void> => {
      const element = video.current;
      const isReady = element && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
      const codes = isReady ? await reader.read(element).catch(() => null) : [];
      if (isOver) return;
      failed = codes === null ? failed + 1 : 0;
      if (failed === LOOKS_FAILED) return start(openScriptReader());
      if (!pickNew(codes ?? []).every((code) => take(code))) return;
      timer = setTimeout(() => void look(reader), PAUSE_MS);
    };
    const start = async (opening: Promise<CodeReader>): Promise<void> => {
      try {
        const reader = await opening;
        if (isOver) return;
        setFound({ readsBars: reader.readsBars, isMissing: false });
        await look(reader);
      } catch (error) {
        console.error('The reader of codes did not come', error);
        if (!isOver) setFound({ readsBars: false, isMissing: true });
      }
    };
    void start(openCodeReader());
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [video, isOn]);
  return found;
}
