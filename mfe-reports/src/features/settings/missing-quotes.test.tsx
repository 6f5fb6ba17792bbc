// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { MissingQuotes } from './missing-quotes.tsx';

const fault = (text: string, quote: string, type = 'smartphone') => ({ text, quote, type, chip: true });

test('REC-33 a fault whose quote is not there, or is of another kind of device, is named until it is', async () => {
  const given: { setLines?: (lines: { quote: string; type: string }[]) => void } = {};
  const Screen = () => {
    const form = useForm({
      defaultValues: {
        texts: {
          description: [
            fault('Pantalla trizada', 'Cambio de pantalla'),
            fault('Lento', 'Limpieza', 'all'),
            fault('Sucio', 'Limpieza'),
            fault('Mojado', ''),
          ],
        },
        cannedLines: [
          { quote: 'Limpieza', type: 'laptop' },
          { quote: 'Otro', type: 'all' },
        ],
      },
    });
    given.setLines = (lines) => form.setValue('cannedLines', lines);
    return (
      <FormProvider {...form}>
        <MissingQuotes />
      </FormProvider>
    );
  };
  renderScreen(<Screen />, { role: 'admin' });
  const named = () => screen.queryAllByText(/^El botón/).map((line) => line.textContent?.slice(9, 20));
  expect(named()).toEqual(['«Pantalla t', '«Sucio» tra']);
  act(() =>
    given.setLines?.([
      { quote: 'Cambio de pantalla', type: 'smartphone' },
      { quote: 'Limpieza', type: 'all' },
    ]),
  );
  expect(named()).toEqual([]);
});
