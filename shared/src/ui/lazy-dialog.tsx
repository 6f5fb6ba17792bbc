import type { ComponentType } from 'react';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';
import { ErrorState } from './error-state.tsx';
import { lazyComponent, type LateComponent } from './lazy-component.tsx';
import { lazyTexts as texts } from './lazy-texts.ts';
import { Skeleton } from './skeleton.tsx';

interface LazyDialogOptions<Props> extends Pick<DialogFrameProps, 'size' | 'inAddress'> {
  /** The dialog's own title. */
  title: (props: Props) => string;
}

/**
 * A dialog, or a sheet, whose code is loaded when it is opened. While it loads, and if that fails, its frame is there:
 * button, Escape and Back close it, and a failure has 'Reintentar' (SHELL-74). The screen behind keeps what was typed.
 * The caller renders it while it is open.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  { title, ...frame }: LazyDialogOptions<Props>,
): LateComponent<Props> {
  const frameOf = (props: Props) => ({ title: title(props), onClose: props.onClose, ...frame });
  return lazyComponent(
    load,
    (props) => (
      <DialogFrame {...frameOf(props)} waiting>
        <Skeleton />
      </DialogFrame>
    ),
    (failure, props) => (
      <DialogFrame {...frameOf(props)}>
        <ErrorState error={null} message={texts.dialogFailed} onRetry={failure.retry}>
          {texts.hint(failure)}
        </ErrorState>
      </DialogFrame>
    ),
  );
}
