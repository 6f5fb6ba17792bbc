// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { FormProvider, useForm, type FieldValues } from 'react-hook-form';
import { expect, test } from 'vitest';
import type { FieldSpec } from './field-specs.ts';
import { SettingField } from './setting-field.tsx';

const TERMS: FieldSpec = {
  kind: 'list',
  name: 'items',
  label: 'Condiciones',
  itemLabel: 'Condición',
  addLabel: 'Agregar condición',
  none: 'Sin condiciones.',
  most: 20,
  initial: { text: '' },
  item: [{ kind: 'area', name: 'text', label: 'Condición' }],
};

function Terms({ texts }: { texts: readonly string[] }) {
  const form = useForm({ defaultValues: { items: texts.map((text) => ({ text })) } });
  return (
    <FormProvider {...form}>
      <SettingField spec={TERMS} />
    </FormProvider>
  );
}

const MONDAY: FieldSpec = {
  ...TERMS,
  name: 'hours',
  label: 'Lunes',
  itemLabel: 'Tramo',
  item: [
    { kind: 'time', name: 'open', label: 'Abre' },
    { kind: 'time', name: 'close', label: 'Cierra' },
  ],
};

const SERVICES: FieldSpec = {
  ...TERMS,
  name: 'services',
  label: 'Servicios',
  itemLabel: 'Servicio',
  addLabel: 'Agregar servicio',
  itemsFolded: true,
  initial: { name: '', text: '', priceFrom: null, priceTo: null },
  item: [
    { kind: 'line', name: 'name', label: 'Servicio' },
    { kind: 'price', name: 'priceFrom', label: 'Precio desde' },
    { kind: 'price', name: 'priceTo', label: 'Precio hasta' },
    { kind: 'area', name: 'text', label: 'Descripción' },
  ],
};

/** A list's field, and the form around it. */
function One({ spec, values }: { spec: FieldSpec; values: FieldValues }) {
  const form = useForm({ defaultValues: values });
  return (
    <FormProvider {...form}>
      <SettingField spec={spec} />
      <button onClick={() => form.setError('services.0.name', { message: 'Escribe algo aquí.' })}>
        Fallar
      </button>
    </FormProvider>
  );
}

const shown = () => screen.queryAllByRole('textbox').map((field) => (field as HTMLTextAreaElement).value);

test('CFG-31 removing an item leaves the focus at its place: at the next one, else the last, else the button that adds', () => {
  renderScreen(<Terms texts={['Primera', 'Segunda', 'Tercera']} />);
  const remove = (place: number) =>
    fireEvent.click(screen.getByRole('button', { name: `Quitar Condición ${place} de Condiciones` }));
  const focused = () => document.activeElement?.getAttribute('aria-label');
  remove(2);
  expect(shown()).toEqual(['Primera', 'Tercera']);
  expect(focused()).toBe('Quitar Condición 2 de Condiciones');
  remove(2);
  expect(shown()).toEqual(['Primera']);
  expect(focused()).toBe('Quitar Condición 1 de Condiciones');
  remove(1);
  expect(screen.getByText('Sin condiciones.')).toBeDefined();
  expect(focused()).toBe('Agregar condición: Condiciones');
});

test('CFG-31 an item that is moved to the end of its list keeps the focus on its button, which does nothing there', () => {
  renderScreen(<Terms texts={['Primera', 'Segunda', 'Tercera']} />);
  const up = screen.getByRole('button', { name: 'Subir Condición 2 de Condiciones' });
  up.focus();
  fireEvent.click(up);
  expect(document.activeElement?.ariaLabel).toBe('Subir Condición 1 de Condiciones');
  // A browser takes the focus off a button that is disabled.
  expect(up.matches(':disabled')).toBe(false);
  expect(up.ariaDisabled).toBe('true');
  fireEvent.click(up);
  expect(shown()).toEqual(['Segunda', 'Primera', 'Tercera']);
});

test('CFG-31 the only item of a list has no buttons that would change its place', () => {
  renderScreen(<Terms texts={['Primera']} />);
  expect(screen.queryByRole('button', { name: /^(?:Subir|Bajar)/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Agregar condición: Condiciones' }));
  expect(screen.getAllByRole('button', { name: /^(?:Subir|Bajar)/ })).toHaveLength(4);
});

test('CFG-31 on a phone an item’s buttons stand beside its name, and in a folded one below its fields', () => {
  renderScreen(<Terms texts={['Primera', 'Segunda']} />, { width: 390 });
  const remove = screen.getByRole('button', { name: 'Quitar Condición 1 de Condiciones' });
  expect(remove.parentElement?.parentElement?.textContent).toBe('Condición 1');
  cleanup();
  const services = [{ name: 'Batería', text: '', priceFrom: 25_000, priceTo: null }];
  renderScreen(<One spec={SERVICES} values={{ services }} />, { width: 390 });
  const folded = screen.getByRole('group', { name: 'Servicio 1 de Servicios' }).querySelector('details');
  expect(folded?.querySelector('[aria-label="Quitar Servicio 1 de Servicios"]')).not.toBeNull();
});

test('CFG-31 hours of a day have no buttons that would move them: their order is the clock’s', () => {
  const hours = [
    { open: '09:00', close: '13:00' },
    { open: '15:00', close: '19:00' },
  ];
  renderScreen(<One spec={MONDAY} values={{ hours }} />);
  expect(screen.queryByRole('button', { name: /^(?:Subir|Bajar)/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Quitar Tramo 2 de Lunes' })).toBeDefined();
});

test('CFG-31 items of many fields are folded under their name and price; a new one is open, and one with an error', () => {
  const services = [{ name: 'Batería', text: '', priceFrom: 25_000, priceTo: null }];
  renderScreen(<One spec={SERVICES} values={{ services }} />);
  const item = (place: number) => {
    const group = screen.getByRole('group', { name: `Servicio ${place} de Servicios` });
    return group.querySelector('details');
  };
  expect(item(1)?.querySelector('summary')?.textContent).toBe('Batería Desde $25.000');
  expect(item(1)?.open).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Agregar servicio: Servicios' }));
  expect(item(2)?.querySelector('summary')?.textContent.trim()).toBe('Servicio 2');
  expect(item(2)?.open).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Fallar' }));
  expect(item(1)?.open).toBe(true);
});
