import { describe, expect, test } from 'vitest';
import { readDesk, searchFields, writeDesk } from './use-desk-filter.ts';

const ID = '6f1c9f0e-0d0b-4a45-9a53-0c9c7f4d1a11';
const read = (query: string, role: 'admin' | 'receptionist' | 'technician' = 'receptionist') =>
  readDesk(role, new URLSearchParams(query));

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

  test('ORD-02 invalid values count as missing', () => {
    expect(read('estado=hackeado&tecnico=1&pagina=-3&q=%20%20')).toEqual({
      search: '',
      field: 'order_number',
      status: null,
      technicianId: null,
      waitReason: null,
      place: null,
      view: null,
      sort: null,
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
      view: null,
      waitReason: null,
      place: null,
      sort: null,
      page: 7,
    });
    expect(writeDesk('receptionist', new URLSearchParams(), filter).toString()).toBe(query);
    expect(writeDesk('receptionist', new URLSearchParams(query), read('')).toString()).toBe('');
  });

  test('ORD-61 a view is in the address by its name, own orders only for technicians', () => {
    expect(read('vista=para-reparar').view).toBe('to_repair');
    expect(read('vista=todo').view).toBeNull();
    expect(read('vista=mias').view).toBeNull();
    expect(read('vista=mias', 'technician').view).toBe('mine');
    expect(writeDesk('technician', new URLSearchParams('q=a'), { view: 'ready' }).toString()).toBe(
      'q=a&vista=listos',
    );
  });

  test('REC-107 the place of the devices is in the address by its name', () => {
    expect(read('ubicacion=Estante+A%2F1').place).toBe('Estante A/1');
    expect(read('ubicacion=+').place).toBeNull();
    expect(read(`ubicacion=${'a'.repeat(41)}`).place).toBeNull();
    expect(writeDesk('technician', new URLSearchParams('q=a'), { place: 'Estante A/1' }).toString()).toBe(
      'q=a&ubicacion=Estante+A%2F1',
    );
  });

  test('ORD-75 the order of the list is in the address as a column and a direction', () => {
    expect(read('orden=precio-desc').sort).toEqual({ column: 'price', direction: 'desc' });
    expect(read('orden=cambio-asc').sort).toEqual({ column: 'changed', direction: 'asc' });
    for (const wrong of ['precio', 'precio-DESC', 'rut-asc', 'desc', 'fecha-desc', ''])
      expect(read(`orden=${wrong}`).sort, wrong).toBeNull();
    const sorted = writeDesk('admin', new URLSearchParams('q=a'), {
      sort: { column: 'customer', direction: 'asc' },
    });
    expect(sorted.toString()).toBe('q=a&orden=cliente-asc');
    const newest = writeDesk('admin', sorted, { sort: { column: 'created', direction: 'desc' } });
    expect(newest.toString()).toBe('q=a');
  });

  test('ORD-61 the address that filtered failed messages opens their view', () => {
    const old = new URLSearchParams('mensaje=fallido&q=soto');
    expect(readDesk('admin', old)).toMatchObject({ view: 'message_failed', search: 'soto' });
    expect(writeDesk('admin', old, { page: 2 }).toString()).toBe('q=soto&vista=aviso-fallido&pagina=2');
    expect(writeDesk('admin', old, { view: null }).toString()).toBe('q=soto');
  });
});
