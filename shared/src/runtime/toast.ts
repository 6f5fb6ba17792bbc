import { useSyncExternalStore } from 'react';

/** How long a toast stays, in ms (SHELL-09). */
export const TOAST_MS = 4000;

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: ToastKind, text: string): void {
  lastId += 1;
  publish([...toasts, { id: lastId, kind, text }]);
}

/** Whether a message is shown. */
export const hasToasts = (): boolean => toasts.length > 0;

/** Shows a message for {@link TOAST_MS}, from anywhere in the site, in the shell's one toaster. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
};

/** Takes a toast away; the toaster calls it when the time is over or the person closes it. */
export function dismissToast(id: number): void {
  publish(toasts.filter((item) => item.id !== id));
}

const NONE: readonly Toast[] = [];
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The toasts on screen, oldest first. For the toaster only. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
}
