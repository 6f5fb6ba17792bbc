import { useState } from 'react';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { namedPhotos, type NamedPhoto } from '@taller/shared/orders/photos/named-photos.ts';
import { PhotoDialog } from '@taller/shared/orders/photos/photo-dialog.tsx';
import { PhotoList } from '@taller/shared/orders/photos/photo-list.tsx';
import { MOMENTS, orderPhotosQuery } from '@taller/shared/orders/photos/photo-queries.ts';
import { photoTexts } from '@taller/shared/orders/photos/photo-texts.ts';
import styles from '@taller/shared/orders/photos/photos.module.css';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';

/** The photos that the shop took of an own device, by moment; nothing if there are none (REC-52). */
export function OwnPhotos({ orderId }: { orderId: string }) {
  const { data, error, refetch, isFetching } = useQuery(orderPhotosQuery(orderId));
  const [shown, setShown] = useState<NamedPhoto | null>(null);
  if (error && !data)
    return (
      <ErrorState
        error={error}
        message={orderReadFailure(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data || data.length === 0) return null;
  const byMoment = namedPhotos(data);
  return (
    <Card title={photoTexts.title}>
      <div className={styles.moments}>
        {MOMENTS.filter((moment) => byMoment[moment].length > 0).map((moment) => (
          <section key={moment} className={styles.moment}>
            <h3>{photoTexts.moments[moment]}</h3>
            <PhotoList photos={byMoment[moment]} onShow={setShown} />
          </section>
        ))}
      </div>
      {shown && (
        <PhotoDialog
          photos={MOMENTS.flatMap((moment) => byMoment[moment])}
          first={shown}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  );
}
