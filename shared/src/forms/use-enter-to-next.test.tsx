// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { Form } from './form.tsx';

const onSubmit = vi.fn();

function IntakeForm() {
  const form = useForm({ defaultValues: { problem: '', model: '' } });
  return (
    <Form form={form} draft={null} enterGoesOn onSubmit={form.handleSubmit(onSubmit)}>
      <TextArea label="Problema" {...form.register('problem')} />
      <TextField label="Modelo" {...form.register('model')} />
      <Button type="submit">Guardar</Button>
    </Form>
  );
}

let now = 0;
/** @returns whether the key still does what the browser has it do. */
function press(element: HTMLElement, key: string, pause: number): boolean {
  now += pause;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: now });
  return element.dispatchEvent(event);
}
function type(element: HTMLElement, text: string, pause: number): void {
  press(element, text.slice(0, 1), 1000);
  for (const key of text.slice(1)) press(element, key, pause);
}

test('REC-34 the Enter of a scanner in a field of several lines goes on, and a hand’s adds a line', () => {
  renderScreen(<IntakeForm />);
  const problem = screen.getByRole('textbox', { name: 'Problema' });
  problem.focus();
  type(problem, 'No enciende', 120);
  expect(press(problem, 'Enter', 120)).toBe(true);
  // Keys as fast as a scanner's but fewer than a code's; and a code, after which a hand presses Enter.
  type(problem, 'ABC', 8);
  expect(press(problem, 'Enter', 8)).toBe(true);
  type(problem, '356938035643809', 8);
  expect(press(problem, 'Enter', 400)).toBe(true);
  expect(document.activeElement).toBe(problem);
  type(problem, '356938035643809', 8);
  expect(press(problem, 'Enter', 8)).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Modelo' }));
  expect(onSubmit).not.toHaveBeenCalled();
});
