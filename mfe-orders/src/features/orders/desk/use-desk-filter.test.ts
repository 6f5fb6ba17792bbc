import { describe, expect, test } from 'vitest';
import { readAddress, writeAddress } from '@taller/shared/values/address-state.ts';
import { deskFields, searchFields } from './use-desk-filter.ts';

const ID = '6f1c9f0e-0d0b-4a45-9a53-0c9c7f4d1a11';
const read = (query: string, role: 'admin' | 'receptionist' = 'receptionist') =>
  readAddress(deskFields(role), new URLSearchParams(query));

describe('ORD-02 the list’s state in the address', () => {
  test('ORD-02 non-admins search order number, name, RUT, brand or model, the number by default', () => {
    expect(searchFields('technician')).toEqual([
      'order_number',
      'customer_name',
      'customer_rut',
      'equipment_brand',
      'equipment_model',
    ]);
    expect(read('').field).toBe('order_number');
    expect(read('campo=all').field).toBe('order_number');
    expect(read('', 'admin').field).toBe('all');
  });

  test('ORD-02 what is not valid counts as not given', () => {
    expect(read('estado=hackeado&tecnico=1&pagina=-3&q=%20%20')).toEqual({
      search: '',
      field: 'order_number',
      status: null,
      technicianId: null,
      messageFailed: false,
      page: 1,
    });
    expect(read('pagina=1.5').page).toBe(1);
    expect(read('pagina=1e99').page).toBe(1);
  });

  test('ORD-02 an address read and written is the same address, and the plain list has the plain address', () => {
    const query = `q=mu%C3%B1oz&campo=customer_name&estado=quoted&tecnico=${ID}&pagina=7`;
    const filter = read(query);
    expect(filter).toEqual({
      search: 'muñoz',
      field: 'customer_name',
      status: 'quoted',
      technicianId: ID,
      messageFailed: false,
      page: 7,
    });
    expect(writeAddress(deskFields('receptionist'), new URLSearchParams(), filter).toString()).toBe(query);
    expect(writeAddress(deskFields('receptionist'), new URLSearchParams(query), read('')).toString()).toBe(
      '',
    );
  });
});
