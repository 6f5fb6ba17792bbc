import {
  INVENTORY_SORTS,
  type InventoryRequest,
} from '@taller/shared/stock/inventory/inventory-list-query.ts';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import {
  choiceField,
  flagField,
  idField,
  pageField,
  textField,
  type AddressFields,
} from '@taller/shared/values/address-state.ts';

const FIELDS: AddressFields<InventoryRequest> = {
  search: textField('buscar'),
  typeId: idField('tipo'),
  sort: choiceField('orden', INVENTORY_SORTS, 'created_at'),
  descending: flagField('sentido', 'asc', true),
  low: flagField('comprar', 'si'),
  page: pageField,
};

/** The list's state, stored in the URL. */
export function useInventoryRequest() {
  const { state: request, change } = useAddressState(FIELDS);
  return { request, change };
}
