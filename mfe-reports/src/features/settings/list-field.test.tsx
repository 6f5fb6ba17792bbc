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

test('CFG-31 removing an item leaves the focus at its place: at the next one, else the last, else the button that adds', () => {
  render(<Terms texts={['Primera', 'Segunda', 'Tercera']} />);
  const shown = () => screen.queryAllByRole('textbox').map((field) => (field as HTMLTextAreaElement).value);
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
