// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { HOURS } from './hours-spec.ts';
import { SettingField } from './setting-field.tsx';

function Week() {
  const closed: { open: string; close: string }[] = [];
  const week = [closed, [{ open: '09:00', close: '18:00' }], closed, closed, closed, closed, closed];
  const form = useForm({ defaultValues: { week } });
  return (
    <FormProvider {...form}>
      {HOURS.groups[0]?.fields.map((spec) => (
        <SettingField key={spec.name} spec={spec} />
      ))}
    </FormProvider>
  );
}

test('CFG-71 one press gives Tuesday to Friday the hours of Monday, and leaves the weekend', () => {
  renderScreen(<Week />);
  fireEvent.click(screen.getByRole('button', { name: 'Repetir el lunes hasta el viernes' }));
  const timesOf = (day: string) =>
    [...screen.getByRole('group', { name: day }).querySelectorAll('input[placeholder]')].map(
      (field) => (field as HTMLInputElement).value,
    );
  for (const day of ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes'])
    expect(timesOf(day)).toEqual(['09:00', '18:00']);
  expect(timesOf('Sábado')).toEqual([]);
  expect(timesOf('Domingo')).toEqual([]);
});
