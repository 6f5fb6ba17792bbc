import {
  INVENTORY_SORTS,
  type InventoryRequest,
} from '@taller/shared/stock/inventory/inventory-list-query.ts';
import { useSearchParams } from '@taller/shared/runtime';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the list shows, kept in the address, so that back and reload keep it. Any change but of the page goes back to page 1. */
export function useInventoryRequest(): {
  request: InventoryRequest;
  change: (part: Partial<InventoryRequest>) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const type = parameters.get('tipo') ?? '';
  const page = Number(parameters.get('pagina') ?? 1);
  const request: InventoryRequest = {
    search: parameters.get('buscar') ?? '',
    typeId: UUID.test(type) ? type : null,
    sort: INVENTORY_SORTS.find((sort) => sort === parameters.get('orden')) ?? 'created_at',
    descending: parameters.get('sentido') !== 'asc',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    low: parameters.get('comprar') === 'si',
  };
  const change = (part: Partial<InventoryRequest>) => {
    const next = { ...request, page: 1, ...part };
    const written = new URLSearchParams();
    if (next.search) written.set('buscar', next.search);
    if (next.typeId) written.set('tipo', next.typeId);
    if (next.sort !== 'created_at' || !next.descending) {
      written.set('orden', next.sort);
      written.set('sentido', next.descending ? 'desc' : 'asc');
    }
    if (next.low) written.set('comprar', 'si');
    if (next.page > 1) written.set('pagina', String(next.page));
    setParameters(written, { replace: part.page === undefined });
  };
  return { request, change };
}
