import { useEffect, useState } from 'react';
import { keepDraft, readDraft } from '@taller/shared/forms/drafts.ts';
import { useLocation, useNavigate } from '@taller/shared/runtime';

const TOKEN = /^#([0-9a-f]{64})$/;
const KEPT = 'configurar.direccion';

/**
 * The token of the address that opened the set-up. It is taken out of the address and the history at once, and kept in
 * this tab for a reload.
 */
export function useSetupToken(): string | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = TOKEN.exec(hash)?.[1];
  const [kept, setKept] = useState(() => readDraft(KEPT));
  if (given !== undefined && given !== kept) setKept(given);
  useEffect(() => {
    if (given !== undefined) keepDraft(KEPT, given);
    if (hash !== '') void navigate(pathname + search, { replace: true });
  }, [given, hash, pathname, search, navigate]);
  return given ?? (typeof kept === 'string' ? kept : null);
}
