import { expect, test } from 'vitest';
import type { DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';
import { deviceSuggestions } from './device-suggestions.ts';

const SETTINGS = {
  brands: {
    smartphone: [
      { brand: 'Samsung', models: ['Galaxy A15', 'Galaxy A54'] },
      { brand: 'Apple', models: ['iPhone 13'] },
    ],
    laptop: [],
    desktop: [],
    tablet: [],
    others: [],
  },
} as unknown as DeskSettings;
const USUAL = [
  { equipment_type: 'smartphone', brand: 'Honor', models: ['X8'] },
  { equipment_type: 'laptop', brand: 'HP', models: ['15-dw'] },
  { equipment_type: 'others', brand: 'Sony', models: ['PlayStation 5'] },
];
const known = { settings: SETTINGS, usual: USUAL };

test.each([
  ['brand', 'smartphone', '', ['Samsung', 'Apple']],
  ['model', 'smartphone', ' SAMSUNG ', ['Galaxy A15', 'Galaxy A54']],
  ['model', 'smartphone', '', []],
  ['model', 'smartphone', 'Honor', []],
  ['brand', 'laptop', '', ['HP']],
  ['model', 'laptop', 'hp', ['15-dw']],
  ['brand', 'tablet', '', []],
  ['brand', 'other', '', ['Sony']],
] as const)(
  'CFG-63 %s of a %s %j: the shop’s list, else what its orders name',
  (name, equipmentType, brand, found) => {
    expect(deviceSuggestions(name, known, { equipmentType, brand })).toEqual(found);
  },
);

test('CFG-63 before anything is known there is nothing to suggest', () => {
  const unknown = { settings: undefined, usual: undefined };
  expect(deviceSuggestions('brand', unknown, { equipmentType: 'laptop', brand: '' })).toEqual([]);
});
