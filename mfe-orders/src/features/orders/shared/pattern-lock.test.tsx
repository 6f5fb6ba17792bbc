// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PatternLock } from './pattern-lock.tsx';

const centre = (dot: number) => ({
  clientX: 40 + ((dot - 1) % 3) * 80,
  clientY: 40 + Math.floor((dot - 1) / 3) * 80,
  isPrimary: true,
  pointerId: 1,
});

let reported: string[];
function Lock({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <PatternLock
      value={value}
      onChange={(next) => {
        reported.push(next);
        setValue(next);
      }}
    />
  );
}

function mount(start?: string) {
  render(<Lock start={start} />);
  const canvas = screen.getByRole('application');
  canvas.setPointerCapture = () => undefined;
  canvas.getBoundingClientRect = () => new DOMRect(0, 0, 240, 240);
  return canvas;
}
function draw(canvas: HTMLElement, dots: readonly number[]) {
  const [first = 1, ...rest] = dots;
  fireEvent.pointerDown(canvas, centre(first));
  for (const dot of rest) fireEvent.pointerMove(canvas, centre(dot));
}

beforeEach(() => {
  reported = [];
  // Drawing is tested in the browser; this tests the reported values.
  HTMLCanvasElement.prototype.getContext = () => null;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('ORD-05 the pattern lock', () => {
  test('ORD-05 reports the dots on release and not before, each once', () => {
    const canvas = mount();
    draw(canvas, [1, 2, 3, 2, 6, 1]);
    expect(reported).toEqual([]);
    fireEvent.pointerUp(canvas, centre(1));
    expect(reported).toEqual(['1-2-3-6']);
  });

  test('ORD-05 a dot passed in a straight line counts', () => {
    const canvas = mount();
    draw(canvas, [1, 9]);
    fireEvent.pointerUp(canvas, centre(9));
    expect(reported).toEqual(['1-5-9']);
  });

  test('ORD-05 a second finger and a press beside the dots do nothing', () => {
    const canvas = mount();
    fireEvent.pointerDown(canvas, { ...centre(1), isPrimary: false });
    fireEvent.pointerUp(canvas, centre(1));
    fireEvent.pointerDown(canvas, { clientX: 80, clientY: 80, isPrimary: true, pointerId: 1 });
    fireEvent.pointerUp(canvas, { clientX: 80, clientY: 80 });
    expect(reported).toEqual([]);
  });

  test('ORD-05 reset clears', () => {
    mount('1-2-3');
    fireEvent.click(screen.getByRole('button', { name: 'Borrar' }));
    expect(reported).toEqual(['']);
    expect(screen.getByText('Sin patrón')).toBeTruthy();
  });

  test('ORD-05 play replays 300 ms per segment with input blocked', () => {
    vi.useFakeTimers();
    const canvas = mount('1-2-3');
    fireEvent.click(screen.getByRole('button', { name: 'Reproducir' }));
    for (let segment = 0; segment < 3; segment += 1) {
      expect(screen.getByText('Reproduciendo…')).toBeTruthy();
      draw(canvas, [7, 8]);
      fireEvent.pointerUp(canvas, centre(8));
      fireEvent.keyDown(canvas, { key: ' ' });
      act(() => {
        vi.advanceTimersByTime(299);
      });
      expect(screen.getByText('Reproduciendo…')).toBeTruthy();
      act(() => {
        vi.advanceTimersByTime(1);
      });
    }
    expect(screen.getByText('Patrón: parte en 1 → 2 → 3')).toBeTruthy();
    expect(reported).toEqual([]);
  });

  test('ORD-05 by keyboard: arrows move within the grid, space visits, backspace takes back', () => {
    const canvas = mount();
    const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(canvas, { key }));
    press(' ', 'ArrowLeft', 'ArrowLeft', ' ', 'ArrowDown', 'ArrowDown', ' ', 'Backspace');
    expect(reported).toEqual(['5', '5-4', '5-4-7', '5-4']);
  });
});
