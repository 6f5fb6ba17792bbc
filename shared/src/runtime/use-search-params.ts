import { useCallback } from 'react';
import { useLocation, useSearchParams as useQuery, type SetURLSearchParams } from 'react-router-dom';

/**
 * The query of the address. A change is dropped once the user has left: the address changes before the next screen is
 * rendered, and until then a debounced search or an answer would pull the user back.
 */
export function useSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useQuery();
  const { pathname } = useLocation();
  const change: SetURLSearchParams = useCallback(
    (...change) => {
      if (location.pathname === pathname) setParams(...change);
    },
    [pathname, setParams],
  );
  return [params, change];
}
