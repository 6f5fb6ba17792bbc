// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm, type FieldValues } from 'react-hook-form';
import { FIRST_WAITS, type WaitReason } from '@taller/shared/settings/desk-schema.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { DESK } from './desk-spec.ts';
import { sectionResolver, toFormValues } from './form-values.ts';
import { SettingField } from './setting-field.tsx';

const FIELD = DESK.groups.flatMap(({ fields }) => fields).find(({ name }) => name === 'waits');

function Reasons({ onSave }: { onSave: (waits: readonly WaitReason[]) => void }) {
  const form = useForm<FieldValues, unknown, Readonly<Record<string, unknown>>>({
    defaultValues: toFormValues(FIRST_VALUES.desk),
    resolver: sectionResolver('desk'),
  });
  if (!FIELD) throw new Error('The section has no reasons for waiting');
  return (
    <FormProvider {...form}>
      <SettingField spec={FIELD} />
      <button
        type="button"
        onClick={() => void form.handleSubmit(({ waits }) => onSave(waits as WaitReason[]))()}
      >
        Guardar
      </button>
    </FormProvider>
  );
}

test('TIME-11 a renamed reason stays the same, wherever it stands, and a new one gets a key of its own', async () => {
  const save = vi.fn<(waits: readonly WaitReason[]) => void>();
  renderScreen(<Reasons onSave={save} />, { role: 'admin' });
  const named = () => screen.getAllByRole('textbox', { name: /Qué se espera/, hidden: true });
  const [part] = named();
  if (part) fireEvent.change(part, { target: { value: 'Pieza' } });
  fireEvent.click(screen.getByRole('button', { name: 'Bajar Motivo 1 de Motivos de espera' }));
  fireEvent.click(screen.getByRole('button', { name: /^Agregar motivo/ }));
  const added = named().at(-1);
  if (added) fireEvent.change(added, { target: { value: 'Visita del perito' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  const [waits = []] = save.mock.calls[0] ?? [];
  expect(waits.map(({ key, label }) => [key, label]).slice(0, 4)).toEqual([
    ['customer', 'Respuesta del cliente'],
    ['part', 'Pieza'],
    ['lab', 'Laboratorio externo'],
    ['supplier', 'Garantía del proveedor'],
  ]);
  expect(waits[4]).toMatchObject({ label: 'Visita del perito', customerText: '', days: null });
  expect(waits[4]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(FIRST_WAITS.map(({ key }) => key)).not.toContain(waits[4]?.key);
});
