import { useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from '@taller/shared/runtime';
import { readAddress, writeAddress, type AddressFields } from '#src/values/address-state.ts';

/**
 * State stored in the URL ({@link AddressFields}). A change of any field except the page resets the page and replaces
 * the history entry; changing the page adds one.
 * @param fields must be the same object for the life of the component.
 */
export function useAddressState<State extends object>(
  fields: AddressFields<State>,
): { state: State; change: (part: Partial<State>) => void } {
  const [params, setParams] = useSearchParams();
  // Writes that the URL does not reflect yet, so that two quick changes build on each other.
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
