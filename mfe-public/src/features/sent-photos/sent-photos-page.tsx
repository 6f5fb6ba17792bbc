import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { photoTexts } from '@taller/shared/orders/photos/photo-texts.ts';
import {
  sentPhotoQuery,
  sentPhotosQuery,
  type SentPhoto,
  type SentPhotos,
} from '@taller/shared/orders/photos/sent-photos-query.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { LinkContents, LinkPage } from '#src/components/link-page.tsx';
import sheet from '#src/components/sheet.module.css';
import { AskByPhone } from '#src/components/shop-phone.tsx';
import styles from './sent-photos.module.css';
import { sentPhotosTexts as texts } from './texts.ts';

/** /fotos/:token, the photos that the shop sent with a message (REC-57). */
export function SentPhotosPage() {
  const { token = '' } = useParams();
  return (
    <LinkPage>
      <Sent token={token} />
    </LinkPage>
  );
}

function Sent({ token }: { token: string }) {
  const query = useQuery(sentPhotosQuery(token));
  return (
    <LinkContents query={query} texts={texts}>
      {(sent) => (
        <article className={sheet.sheet}>
          {sent.state === 'open' ? (
            <Photos
              token={token}
              sent={sent}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          ) : (
            <>
              <h1 className={sheet.title}>{texts.closedTitle[sent.state]}</h1>
              <p className={sheet.lead}>{texts.closed[sent.state]}</p>
            </>
          )}
          <AskByPhone className={sheet.help} text={texts.question} />
        </article>
      )}
    </LinkContents>
  );
}

interface Retry {
  token: string;
  /** Asks for other addresses, of which the pictures are read again. */
  onRetry: () => void;
  isRetrying: boolean;
}

function Photos({ sent, ...retry }: Retry & { sent: Extract<SentPhotos, { state: 'open' }> }) {
  return (
    <>
      <p className={sheet.eyebrow}>{texts.order(formatOrderNumber(sent.order_number))}</p>
      <h1 className={sheet.title}>{texts.title}</h1>
      <ul className={styles.photos}>
        {sent.photos.map((photo, at) => (
          <li key={photo.id}>
            <Picture
              photo={photo}
              name={photoTexts.name(photoTexts.moments[photo.moment], at + 1)}
              {...retry}
            />
          </li>
        ))}
      </ul>
      <p className={sheet.help}>{texts.until(formatDateTime(sent.expires_at))}</p>
    </>
  );
}

/** One photo with its moment; its place is kept until it has come. */
function Picture({ token, photo, name, onRetry, isRetrying }: Retry & { photo: SentPhoto; name: string }) {
  const { data, error } = useQuery(sentPhotoQuery(token, photo));
  if (error)
    return (
      <ErrorState
        as="h2"
        error={error}
        message={failureText(error, texts.photoFailed)}
        onRetry={onRetry}
        retrying={isRetrying}
      />
    );
  return (
    <figure className={styles.photo}>
      <img src={data} alt={name} width={photo.width} height={photo.height} className={styles.picture} />
      <figcaption>{photoTexts.moments[photo.moment]}</figcaption>
    </figure>
  );
}
