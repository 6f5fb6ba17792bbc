import { useSyncExternalStore } from 'react';
import { waitingFileQuery } from '@taller/shared/orders/photos/photo-queries.ts';
import { getSending, giveUp, onSending, sendAgain } from '@taller/shared/orders/photos/photo-sender.ts';
import photoStyles from '@taller/shared/orders/photos/photos.module.css';
import type { WaitingPhoto } from '@taller/shared/orders/photos/waiting-photos.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import styles from './order-photos.module.css';
import { sendingTexts as texts } from './texts.ts';

/** A photo that is sent, waits, or was refused: how far it is, and giving it up. */
export function WaitingItem({ photo }: { photo: WaitingPhoto }) {
  const { current, refused } = useSyncExternalStore(onSending, getSending);
  const { data } = useQuery(waitingFileQuery(photo));
  const size = photo.photo.size + photo.small.size;
  const why = refused[photo.id];
  const isOnItsWay = current?.id === photo.id;
  const { fileName, isHeld } = photo;
  return (
    <li>
      {data ? (
        <img
          src={data}
          alt={texts.waitingName(fileName)}
          className={classNames(photoStyles.small, styles.waiting)}
        />
      ) : (
        <span className={classNames(photoStyles.small, photoStyles.coming)} />
      )}
      {isOnItsWay && (
        <progress
          className={styles.progress}
          max={size}
          value={current.sent}
          aria-label={texts.onItsWay(fileName)}
        />
      )}
      {!isHeld && (
        <p className={photoStyles.pending}>
          {why ?? (isOnItsWay ? texts.bytes(current.sent, size) : texts.waits)}
        </p>
      )}
      {why !== undefined && (
        <Button size="sm" aria-label={texts.again(fileName)} onClick={() => sendAgain(photo)}>
          {texts.againShort}
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        aria-label={isHeld ? texts.remove(fileName) : texts.giveUp(fileName)}
        onClick={({ currentTarget }) => {
          // The button goes with the photo; the field beside it stays.
          currentTarget.closest('section')?.querySelector('input')?.focus();
          void giveUp(photo);
        }}
      >
        {isHeld ? texts.removeShort : texts.giveUpShort}
      </Button>
    </li>
  );
}
