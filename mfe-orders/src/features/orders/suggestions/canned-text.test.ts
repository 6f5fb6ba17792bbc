import { expect, test } from 'vitest';
import type { DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';
import { NO_DAYS, NO_LIMITS } from '@taller/shared/settings/desk-schema.ts';
import { matching, slashAt, spaced, textsFor, commonFaults } from './canned-text.ts';

const NONE = { smartphone: [], laptop: [], desktop: [], tablet: [], others: [] };
const DESK: DeskSettings = {
  brands: NONE,
  texts: {
    description: [
      { text: 'No enciende', type: 'all', chip: true, quote: '' },
      { text: 'Pantalla trizada', type: 'smartphone', chip: true, quote: '' },
      { text: 'Pantalla trizada', type: 'all', chip: false, quote: '' },
      { text: 'Bisagra rota', type: 'laptop', chip: true, quote: '' },
      { text: 'Se apaga solo', type: 'smartphone', chip: false, quote: '' },
    ],
    condition: [],
    technicalWork: [],
    notes: [{ text: 'Se llamó', type: 'others' }],
  },
  accessories: NONE,
  warranty: { ...NO_DAYS },
  waits: [],
  partsWarranty: { ...NO_DAYS },
  promiseMargin: 85,
  boardLimits: NO_LIMITS,
  idleDays: 6,
  places: [],
  cannedLines: [],
  quoteDays: 0,
  quoteLater: false,
  electronicDocuments: false,
  signatures: { reception: false, delivery: false },
  checkpoints: NONE,
  tills: [],
};

test('CFG-61 a field has the texts of its kind of device before those of every kind, each once', () => {
  expect(textsFor(DESK, 'description', 'smartphone')).toEqual([
    'Pantalla trizada',
    'Se apaga solo',
    'No enciende',
  ]);
  expect(textsFor(DESK, 'description', 'laptop')).toEqual([
    'Bisagra rota',
    'No enciende',
    'Pantalla trizada',
  ]);
  // Older orders have the kind 'other'.
  expect(textsFor(DESK, 'notes', 'other')).toEqual(['Se llamó']);
  expect(textsFor(undefined, 'notes', 'laptop')).toEqual([]);
});

test('CFG-62 the usual faults are the problem’s texts that are marked as buttons', () => {
  expect(commonFaults(DESK, 'smartphone')).toEqual(['Pantalla trizada', 'No enciende']);
  expect(commonFaults(DESK, 'tablet')).toEqual(['No enciende']);
});

test('CFG-61 letters filter the texts by their words, without regard to case and accents', () => {
  const texts = ['Cambio de batería', 'Batería hinchada', 'Pantalla trizada'];
  expect(matching(texts, '')).toEqual(texts);
  expect(matching(texts, 'BATERIA')).toEqual(['Batería hinchada', 'Cambio de batería']);
  expect(matching(texts, 'cam bat')).toEqual(['Cambio de batería']);
  expect(matching(texts, 'placa')).toEqual([]);
});

test.each([
  ['/', { start: 0, end: 1 }],
  ['No carga /pan', { start: 9, end: 13 }],
  ['Una\n/no en', { start: 4, end: 10 }],
  ['y/o', null],
  ['12/24', null],
  ['https://a', null],
  ['/ ', null],
  ['/a\nb', null],
  ['nada', null],
])('CFG-61 a list is asked for by a slash that begins a word: %j', (value, stretch) => {
  expect(slashAt(value, value.length)).toEqual(stretch);
});

test('CFG-61 only text before the caret counts, and an inserted text is separated from the words around it', () => {
  expect(slashAt('No /pa carga', 6)).toEqual({ start: 3, end: 6 });
  expect(slashAt('No /pa carga', 2)).toBeNull();
  expect(spaced('No carga', { start: 8, end: 8 }, 'Lento')).toBe(' Lento');
  expect(spaced('/no', { start: 0, end: 1 }, 'Lento')).toBe('Lento ');
  expect(spaced('a /b c', { start: 2, end: 4 }, 'Lento')).toBe('Lento');
});
