import { useSearchParams } from '@taller/shared/runtime';

/** `?filtros=1` opens the sheet, so that the phone's back button closes it. */
const OPEN = 'filtros';

/** Whether the sheet of filters is open, and its setter. */
export function useFilterSheet(): [isOpen: boolean, show: (open: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const show = (open: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (open) next.set(OPEN, '1');
        else next.delete(OPEN);
        return next;
      },
      { replace: !open },
    );
  return [params.get(OPEN) === '1', show];
}
