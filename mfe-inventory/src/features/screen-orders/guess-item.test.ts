import { expect, test } from 'vitest';
import type { ItemChoice } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { guessItem } from './guess-item.ts';

const similar = (...brands: string[]): ItemChoice[] =>
  brands.map((brand, index) => ({
    id: String(index),
    item_number: index,
    brand,
    model: 'x',
    quantity: 1,
    reserved: 0,
    component_type_name: 'Pantalla',
    supplier_name: 'FullMobile',
  }));
const TYPES = [
  { id: 'b', name: 'Batería' },
  { id: 'p', name: 'Pantalla OLED' },
];

test('INV-04 brand, model and type of a new product are read out of the purchase', () => {
  expect(guessItem('SAMSUNG Galaxy A15', similar('Apple', 'Samsung'), TYPES)).toEqual({
    brand: 'Samsung',
    model: 'Galaxy A15',
    component_type_id: 'p',
  });
  expect(guessItem('Bateria  Moto G', similar('Motorola'), TYPES)).toEqual({
    brand: '',
    model: 'Bateria Moto G',
    component_type_id: 'b',
  });
});

test('INV-04 a brand of two words, a text that is the brand alone, a shop without types', () => {
  expect(guessItem('Pantalla black shark 4', similar('Black Shark'), [])).toEqual({
    brand: 'Black Shark',
    model: 'Pantalla 4',
    component_type_id: '',
  });
  expect(guessItem('Samsung', similar('Samsung'), [])).toEqual({
    brand: 'Samsung',
    model: 'Samsung',
    component_type_id: '',
  });
});
