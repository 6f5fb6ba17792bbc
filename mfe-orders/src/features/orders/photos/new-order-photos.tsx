import { useEffect, useEffectEvent, useRef } from 'react';
import Camera from 'lucide-react/icons/camera';
import { photoTexts } from '@taller/shared/orders/photos/photo-texts.ts';
import photoStyles from '@taller/shared/orders/photos/photos.module.css';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { FileButton } from './file-button.tsx';
import styles from './order-photos.module.css';
import { sendingTexts as texts } from './texts.ts';
import { usePhotoSending } from './use-photo-sending.ts';
import { WaitingItem } from './waiting-item.tsx';

export interface NewOrderPhotosProps {
  /** The id that the order will have. */
  orderId: string;
  /** Called when there is a first photo, and when there is none any more. */
  onChange: (hasPhotos: boolean) => void;
}

/** Photos of a device that is taken in: they wait on this device until its order is created (REC-38). */
export function NewOrderPhotos({ orderId, onChange }: NewOrderPhotosProps) {
  const { waiting, making, notKept, choose } = usePhotoSending(orderId, false);
  const count = waiting.length + making;
  const hasPhotos = count > 0;
  const had = useRef(false);
  const handleChange = useEffectEvent(onChange);
  useEffect(() => {
    if (had.current !== hasPhotos) handleChange(hasPhotos);
    had.current = hasPhotos;
  }, [hasPhotos]);
  const title = photoTexts.moments.reception;
  return (
    <section className={styles.newOrder} aria-label={photoTexts.title}>
      {hasPhotos && (
        <ul className={photoStyles.photos}>
          {waiting.map((photo) => (
            <WaitingItem key={photo.id} photo={photo} />
          ))}
          {[...Array(making).keys()].map((place) => (
            <li key={place}>
              <span className={classNames(photoStyles.small, photoStyles.coming)} />
            </li>
          ))}
        </ul>
      )}
      <FileButton
        icon={<Camera aria-hidden="true" />}
        label={texts.add(title)}
        multiple
        onFiles={(files) => choose('reception', files)}
      >
        {texts.addShort}
      </FileButton>
      <p role="status" className={photoStyles.none}>
        {texts.held(waiting.length) + notKept}
      </p>
    </section>
  );
}
