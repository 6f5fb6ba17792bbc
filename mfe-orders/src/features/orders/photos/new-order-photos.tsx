import Camera from 'lucide-react/icons/camera';
import { photoTexts } from '@taller/shared/orders/photos/photo-texts.ts';
import photoStyles from '@taller/shared/orders/photos/photos.module.css';
import { FileButton } from './file-button.tsx';
import styles from './order-photos.module.css';
import { sendingTexts as texts } from './texts.ts';
import { usePhotoSending } from './use-photo-sending.ts';
import { WaitingItem } from './waiting-item.tsx';

export interface NewOrderPhotosProps {
  /** The id that the order will have. */
  orderId: string;
  /** Called when photos are chosen. */
  onChoose: () => void;
}

/** Photos of a device that is taken in: they wait on this device until its order is created (REC-38). */
export function NewOrderPhotos({ orderId, onChoose }: NewOrderPhotosProps) {
  const { waiting, choose } = usePhotoSending(orderId, false);
  const title = photoTexts.moments.reception;
  return (
    <section className={styles.newOrder} aria-label={photoTexts.title}>
      {waiting.length > 0 && (
        <ul className={photoStyles.photos}>
          {waiting.map((photo) => (
            <WaitingItem key={photo.id} photo={photo} />
          ))}
        </ul>
      )}
      <FileButton
        icon={<Camera aria-hidden="true" />}
        label={texts.add(title)}
        multiple
        onFiles={(files) => {
          onChoose();
          void choose('reception', files);
        }}
      >
        {texts.addShort}
      </FileButton>
      <p className={photoStyles.none}>{texts.held}</p>
    </section>
  );
}
