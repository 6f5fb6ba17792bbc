// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
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

afterEach(cleanup);

const shown = () => screen.queryAllByRole('textbox').map((field) => (field as HTMLTextAreaElement).value);

test('CFG-31 removing an item leaves the focus at its place: at the next one, else the last, else the button that adds', () => {
  render(<Terms texts={['Primera', 'Segunda', 'Tercera']} />);
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
  render(<Terms texts={['Primera', 'Segunda', 'Tercera']} />);
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
  render(<Terms texts={['Primera']} />);
  expect(screen.queryByRole('button', { name: /^(?:Subir|Bajar)/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Agregar condición: Condiciones' }));
  expect(screen.getAllByRole('button', { name: /^(?:Subir|Bajar)/ })).toHaveLength(4);
});
