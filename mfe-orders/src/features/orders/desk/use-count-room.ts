import { useEffect, useState } from 'react';
import { tabArea } from '@taller/shared/contract/storage.ts';

const KEY = 'taller.count-room';

type Room = Readonly<Record<string, number>>;

function remembered(): Room {
  try {
    return JSON.parse(tabArea.getItem(KEY) ?? '{}') as Room;
  } catch {
    return {};
  }
}

/**
 * How many characters each view's count took when this tab last knew it, so that the links keep their places while the
 * counts are read again (UI-01). No counts are kept.
 */
export function useCountRoom(counts: Readonly<Record<string, string>>, isKnown: boolean): Room {
  const [room] = useState(remembered);
  const lengths = Object.entries(counts).map(([view, count]) => [view, count.length] as const);
  const text = JSON.stringify(Object.fromEntries(lengths));
  useEffect(() => {
    if (isKnown) tabArea.setItem(KEY, text);
  }, [isKnown, text]);
  return room;
}
