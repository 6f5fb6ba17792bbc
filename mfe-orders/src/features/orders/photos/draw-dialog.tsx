import { useContext, useEffect, useRef, useState } from 'react';
import Undo2 from 'lucide-react/icons/undo-2';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { RadioList } from '@taller/shared/ui/radio-list.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { toast } from '@taller/shared/runtime';
import { UnsavedContext } from '@taller/shared/ui/unsaved-context.ts';
import styles from './draw-dialog.module.css';
import { MARK_KINDS, paint, type MarkKind } from './marks.ts';
import { sendingTexts as texts } from './texts.ts';
import { useMarks } from './use-marks.ts';

/** Longest side in pixels, as photos are sent. */
const LONGEST = 1600;

interface DrawDialogProps {
  file: File;
  /** Called with the photo as it was drawn on. */
  onDone: (drawn: File) => void;
  onClose: () => void;
}

/** Arrows and circles on a photo, before it is sent (REC-55). */
export function DrawDialog({ file, onDone, onClose }: DrawDialogProps) {
  const [photo, setPhoto] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let isOpen = true;
    createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (picture) => isOpen && setPhoto(picture),
      () => {
        toast.error(texts.sendFailed(file.name, texts.noPhoto));
        onClose();
      },
    );
    return () => {
      isOpen = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one file for each dialog
  }, []);
  return (
    <Dialog open onOpenChange={onClose} title={texts.drawTitle} description={texts.drawHint} size="lg">
      {photo ? (
        <Drawing photo={photo} name={file.name} onDone={onDone} />
      ) : (
        <DialogBody>
          <Skeleton />
        </DialogBody>
      )}
    </Dialog>
  );
}

interface DrawingProps {
  photo: ImageBitmap;
  name: string;
  onDone: (drawn: File) => void;
}

function Drawing({ photo, name, onDone }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { kind, setKind, marks, cursor, undo, pressKey, pointer } = useMarks();
  const setUnsaved = useContext(UnsavedContext);
  useEffect(() => setUnsaved?.(marks.length > 0), [marks, setUnsaved]);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, photo, marks, cursor);
  }, [photo, marks, cursor]);
  const scale = Math.min(1, LONGEST / Math.max(photo.width, photo.height));
  const send = () => {
    const drawn = canvas.current;
    if (!drawn) return;
    paint(drawn, photo, marks, null);
    drawn.toBlob(
      (blob) => {
        if (blob) onDone(new File([blob], name, { type: blob.type }));
        else toast.error(orderChangeFailure(null));
      },
      'image/jpeg',
      0.95,
    );
  };
  return (
    <>
      <DialogBody>
        <RadioList
          label={texts.markKind}
          value={kind}
          options={MARK_KINDS.map((value) => ({ value, label: texts.marks[value] }))}
          onChange={(value) => setKind(value as MarkKind)}
        />
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={Math.max(1, Math.round(photo.width * scale))}
          height={Math.max(1, Math.round(photo.height * scale))}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- drawn on by keyboard
          tabIndex={0}
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it takes arrow keys
          role="application"
          aria-label={texts.canvas(marks.length)}
          onKeyDown={pressKey}
          {...pointer}
        />
      </DialogBody>
      <DialogFooter>
        <Button disabled={marks.length === 0} onClick={undo}>
          <Undo2 aria-hidden="true" />
          {texts.undo}
        </Button>
        <Button variant="primary" onClick={send}>
          {texts.sendDrawn}
        </Button>
      </DialogFooter>
    </>
  );
}
