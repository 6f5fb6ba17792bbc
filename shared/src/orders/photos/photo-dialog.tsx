import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import type { NamedPhoto } from './named-photos.ts';
import { PhotoImage } from './photo-image.tsx';
import { photoTexts as texts } from './photo-texts.ts';
import styles from './photos.module.css';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

interface PhotoDialogProps {
  photos: readonly NamedPhoto[];
  /** The one that is shown first. */
  first: NamedPhoto;
  onClose: () => void;
}

/** Photos shown large, one at a time: arrow keys show the others, Escape and Back close (REC-52). */
export function PhotoDialog({ photos, first, onClose }: PhotoDialogProps) {
  const seen = photos.filter(({ photo }) => photo.checked_at !== null);
  const [shownId, setShownId] = useState(first.photo.id);
  const at = seen.findIndex(({ photo }) => photo.id === shownId);
  const { photo, name } = seen[at] ?? first;
  const go = (step: number) => {
    const next = seen.at((at + step) % seen.length);
    if (next) setShownId(next.photo.id);
  };
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    const step = STEPS[key];
    if (step !== undefined) go(step);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    // The dialog keeps arrow keys from what is around it.
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
  return (
    <Dialog open onOpenChange={onClose} title={name} size="lg">
      <DialogBody>
        <PhotoImage photo={photo} name={name} />
      </DialogBody>
      {seen.length > 1 && (
        <DialogFooter>
          <p role="status" className={styles.place}>
            {texts.place(at + 1, seen.length)}
          </p>
          <Button onClick={() => go(-1)}>{texts.previous}</Button>
          <Button onClick={() => go(1)}>{texts.next}</Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}
