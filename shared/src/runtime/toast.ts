import { useSyncExternalStore } from 'react';

/** How long a toast is shown, in ms (SHELL-09). */
export const TOAST_MS = 4000;

export type ToastKind = 'success' | 'error' | 'info';

/** A button of a toast, which is shown for `ms`. */
export interface ToastAction {
  label: string;
  run: () => void;
  ms: number;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  action?: ToastAction;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: ToastKind, text: string, action?: ToastAction): void {
  lastId += 1;
  publish([...toasts, { id: lastId, kind, text, ...(action && { action }) }]);
}

/** Whether a message is shown. */
export const hasToasts = (): boolean => toasts.length > 0;

/** Shows a message for {@link TOAST_MS} in the shell's toaster, from anywhere in the site. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string, action?: ToastAction) => show('info', text, action),
};

/** Removes a toast; called by the toaster after the timeout or when the user closes it. */
export function dismissToast(id: number): void {
  publish(toasts.filter((item) => item.id !== id));
}

const NONE: readonly Toast[] = [];
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The visible toasts, oldest first. For the toaster only. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
}
