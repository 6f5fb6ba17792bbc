import { expect, test } from 'vitest';
import * as equipment from './equipment.ts';

test('ORD-03 the five kinds of the form; REP-04 stored rows may also say other', () => {
  expect(equipment.EQUIPMENT_TYPES).toEqual(['smartphone', 'laptop', 'desktop', 'tablet', 'others']);
  expect(equipment.STORED_EQUIPMENT_TYPES).toContain('other');
  expect(equipment.isEquipmentType('other')).toBe(false);
  expect(equipment.isEquipmentType('tablet')).toBe(true);
  expect(equipment.toEquipmentType('other')).toBe('others');
  expect(equipment.toEquipmentType('laptop')).toBe('laptop');
});

test('ORD-03 other reads as others does; an unknown kind shows as it is', () => {
  expect(equipment.equipmentLabel('other')).toBe(equipment.equipmentLabel('others'));
  expect(equipment.equipmentLabel('smartphone')).toBe('Celular');
  expect(equipment.equipmentLabel('drone')).toBe('drone');
  expect(equipment.equipmentLabel('constructor')).toBe('constructor');
});

test('ORD-04 device codes are pin, pattern or password', () => {
  expect(equipment.PASSWORD_TYPES).toEqual(['pin', 'pattern', 'password']);
  expect(equipment.isPasswordType('pattern')).toBe(true);
  expect(equipment.isPasswordType('none')).toBe(false);
});

test('REP-04 other and others have labels of their own where both occur', () => {
  expect(['smartphone', 'others', 'other'].map(equipment.storedTypeLabel)).toEqual([
    'Celular',
    'Otros',
    'Otros (antes)',
  ]);
});
