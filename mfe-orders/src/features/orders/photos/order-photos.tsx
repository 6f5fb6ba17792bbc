import { useState } from 'react';
import Camera from 'lucide-react/icons/camera';
import MessageCircle from 'lucide-react/icons/message-circle';
import PencilLine from 'lucide-react/icons/pencil-line';
import { orderChangeFailure, orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { useRemovePhotoMutation } from '@taller/shared/orders/photos/photo-mutations.ts';
import { MOMENTS, orderPhotosQuery, type Moment } from '@taller/shared/orders/photos/photo-queries.ts';
import { namedPhotos, type NamedPhoto } from '@taller/shared/orders/photos/named-photos.ts';
import { PhotoDialog } from '@taller/shared/orders/photos/photo-dialog.tsx';
import { PhotoList } from '@taller/shared/orders/photos/photo-list.tsx';
import { photoTexts } from '@taller/shared/orders/photos/photo-texts.ts';
import type { WaitingPhoto } from '@taller/shared/orders/photos/waiting-photos.ts';
import photoStyles from '@taller/shared/orders/photos/photos.module.css';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { FileButton } from './file-button.tsx';
import type { SendPhotosDialogProps } from './send-photos-dialog.tsx';
import styles from './order-photos.module.css';
import { sendingTexts as texts } from './texts.ts';
import { usePhotoSending } from './use-photo-sending.ts';
import { WaitingItem } from './waiting-item.tsx';

const SendPhotosDialog = lazyDialog<SendPhotosDialogProps>(
  () => import('./send-photos-dialog.tsx').then((module) => module.SendPhotosDialog),
  { title: () => texts.messageTitle, size: 'lg' },
);
const DrawDialog = lazyDialog(() => import('./draw-dialog.tsx').then((module) => module.DrawDialog), {
  title: () => texts.drawTitle,
  size: 'lg',
});

/** The photos of an order by moment, and sending more (REC-51). */
export function OrderPhotos({ order }: { order: SendPhotosDialogProps['order'] }) {
  const orderId = order.id;
  const { data, error, refetch, isFetching } = useQuery(orderPhotosQuery(orderId));
  const { waiting, status, choose } = usePhotoSending(orderId);
  const [shown, setShown] = useState<NamedPhoto | null>(null);
  const [drawn, setDrawn] = useState<{ moment: Moment; file: File } | null>(null);
  const [isSent, setSent] = useState(false);
  const [removed, setRemoved] = useState<NamedPhoto | null>(null);
  if (error && !data)
    return (
      <ErrorState
        error={error}
        message={orderReadFailure(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  const isWaiting = (id: string) => waiting.some((photo) => photo.id === id);
  // One that is on its way is shown as such, until it has come.
  const byMoment = namedPhotos(
    (data ?? []).filter(({ id, checked_at }) => checked_at !== null || !isWaiting(id)),
  );
  const come = new Set((data ?? []).filter(({ checked_at }) => checked_at !== null).map(({ id }) => id));
  const all = MOMENTS.flatMap((moment) => byMoment[moment]);
  return (
    <Card title={photoTexts.title}>
      <div className={classNames(photoStyles.moments, styles.moments)}>
        {MOMENTS.map((moment) => (
          <MomentPhotos
            key={moment}
            moment={moment}
            photos={byMoment[moment]}
            waiting={waiting.filter((photo) => photo.moment === moment && !come.has(photo.id))}
            onFiles={(files) => choose(moment, files)}
            onDraw={(file) => setDrawn({ moment, file })}
            onShow={setShown}
            onRemove={setRemoved}
          />
        ))}
      </div>
      <p role="status" className={styles.status}>
        {status}
      </p>
      {come.size > 0 && (
        <Button
          size="sm"
          className={styles.send}
          icon={<MessageCircle aria-hidden="true" />}
          onClick={() => setSent(true)}
        >
          {texts.sendByMessage}
        </Button>
      )}
      {isSent && (
        <SendPhotosDialog
          order={order}
          photos={all.filter(({ photo }) => come.has(photo.id))}
          onClose={() => setSent(false)}
        />
      )}
      {shown && <PhotoDialog photos={all} first={shown} onClose={() => setShown(null)} />}
      {drawn && (
        <DrawDialog
          file={drawn.file}
          onDone={(file) => {
            setDrawn(null);
            choose(drawn.moment, [file]);
          }}
          onClose={() => setDrawn(null)}
        />
      )}
      {removed && <RemoveDialog {...removed} onClose={() => setRemoved(null)} />}
    </Card>
  );
}

interface MomentPhotosProps {
  moment: Moment;
  photos: readonly NamedPhoto[];
  waiting: readonly WaitingPhoto[];
  onFiles: (files: readonly File[]) => void;
  onDraw: (file: File) => void;
  onShow: (shown: NamedPhoto) => void;
  onRemove: (removed: NamedPhoto) => void;
}

function MomentPhotos({ moment, photos, waiting, onFiles, onDraw, onShow, onRemove }: MomentPhotosProps) {
  const title = photoTexts.moments[moment];
  const isEmpty = photos.length + waiting.length === 0;
  return (
    <section className={classNames(photoStyles.moment, isEmpty && styles.empty)}>
      <h3>{title}</h3>
      {isEmpty ? (
        <p className={photoStyles.none}>{texts.none}</p>
      ) : (
        <PhotoList
          photos={photos}
          onShow={onShow}
          below={(named) => (
            <Button
              size="sm"
              variant="ghost"
              aria-label={texts.remove(named.name)}
              onClick={() => onRemove(named)}
            >
              {texts.removeShort}
            </Button>
          )}
        >
          {waiting.map((photo) => (
            <WaitingItem key={photo.id} photo={photo} />
          ))}
        </PhotoList>
      )}
      <div className={styles.choose}>
        <FileButton icon={<Camera aria-hidden="true" />} label={texts.add(title)} multiple onFiles={onFiles}>
          {texts.addShort}
        </FileButton>
        <FileButton
          icon={<PencilLine aria-hidden="true" />}
          label={texts.draw(title)}
          onFiles={([file]) => file && onDraw(file)}
        >
          <span className={styles.draw}>{texts.drawShort}</span>
        </FileButton>
      </div>
    </section>
  );
}

function RemoveDialog({ photo, onClose }: NamedPhoto & { onClose: () => void }) {
  const { mutate, isPending, error } = useRemovePhotoMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.removeTitle}
      description={texts.removeConsequence}
      confirmLabel={texts.removeShort}
      danger
      loading={isPending}
      {...(error && { error: orderChangeFailure(error) })}
      onConfirm={() => mutate(photo, { onSuccess: onClose })}
    />
  );
}
