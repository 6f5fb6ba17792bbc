import type { ComponentType, PropsWithChildren, ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { lazyTexts as texts } from './lazy-texts.ts';

/**
 * A part of a screen whose code is loaded when it is first shown. If that fails it says so in its place, with
 * 'Reintentar' (SHELL-63). A dialog is a `lazyDialog`, and what nobody misses a `lazyExtra`.
 * @param fallback what stands for it while it loads.
 * @param Frame is around that and around the failure: what of the part is there at once, such as what closes it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
  Frame: ComponentType<PropsWithChildren<Props>> = ({ children }) => children,
): ComponentType<Props> {
  return lazyComponent(
    load,
    (props) => <Frame {...props}>{fallback}</Frame>,
    (failure, props) => (
      <Frame {...props}>
        <ErrorState error={null} message={texts.partFailed} onRetry={failure.retry}>
          {texts.hint(failure)}
        </ErrorState>
      </Frame>
    ),
  );
}
