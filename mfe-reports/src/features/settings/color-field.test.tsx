// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
import { ColorField } from './color-field.tsx';

afterEach(cleanup);

function Form({ color }: { color: string }) {
  return (
    <FormProvider {...useForm({ defaultValues: { accent: color } })}>
      <ColorField name="accent" spec={{ kind: 'color', name: 'accent', label: 'Color principal' }} />
    </FormProvider>
  );
}

test.each([
  ['#b3261e', 'Usar los colores de fábrica'],
  ['#ffff00', /^Usar #/],
])('CFG-50 the focus is on the field after a button that goes changes the colour %s', async (color, name) => {
  render(<Form color={color} />);
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Color principal' })),
  );
});

test('CFG-50 an empty field says which colour pages have without one', () => {
  render(<Form color="" />);
  expect(screen.getByRole('textbox').getAttribute('placeholder')).toMatch(/^De fábrica: #[0-9a-f]{6}$/);
});
