import { useState } from 'react';
import ScanQrCode from 'lucide-react/icons/scan-qr-code';
import { IconButton } from '#src/ui/icon-button.tsx';
import { lazyDialog } from '#src/ui/lazy-dialog.tsx';
import type { CameraDialogProps } from './camera-dialog.tsx';
import { cameraTexts as texts } from './texts.ts';

const CameraDialog = lazyDialog<CameraDialogProps>(
  () => import('./camera-dialog.tsx').then((module) => module.CameraDialog),
  { title: () => texts.title },
);

/** Reads codes with the camera, for a field that a scanner types into: its `suffix` (REC-100). */
export function CameraButton(props: Omit<CameraDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={texts.title}
        icon={<ScanQrCode aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <CameraDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
