import { useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from '@taller/shared/runtime';
import { readAddress, writeAddress, type AddressFields } from '#src/values/address-state.ts';

/**
 * State that the address carries ({@link AddressFields}). A change of anything but the page goes back to the first page
 * and replaces the entry of the history; turning a page adds one.
 * @param fields one object for the life of the component.
 */
export function useAddressState<State extends object>(
  fields: AddressFields<State>,
): { state: State; change: (part: Partial<State>) => void } {
  const [params, setParams] = useSearchParams();
  // What was written and has not come back from the address yet: two changes in a hurry build upon one another.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);
  const state = useMemo(() => readAddress(fields, params), [fields, params]);
  const change = (part: Partial<State>) => {
    const isPage = 'page' in part;
    const firstPage = 'page' in fields && !isPage ? { page: 1 } : {};
    latest.current = writeAddress<State>(fields, latest.current, { ...firstPage, ...part });
    setParams(latest.current, { replace: !isPage });
  };
  return { state, change };
}
