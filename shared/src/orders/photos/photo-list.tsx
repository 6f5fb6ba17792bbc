import type { ReactNode } from 'react';
import type { NamedPhoto } from './named-photos.ts';
import { PhotoImage } from './photo-image.tsx';
import { photoTexts as texts } from './photo-texts.ts';
import styles from './photos.module.css';

interface PhotoListProps {
  photos: readonly NamedPhoto[];
  onShow: (photo: NamedPhoto) => void;
  /** Renders the content below a photo. */
  below?: (photo: NamedPhoto) => ReactNode;
  /** More items, behind the photos. */
  children?: ReactNode;
}

/** The photos of one moment, small; each opens large. */
export function PhotoList({ photos, onShow, below, children }: PhotoListProps) {
  return (
    <ul className={styles.photos}>
      {photos.map((named) => (
        <li key={named.photo.id}>
          {named.photo.checked_at === null ? (
            <p className={styles.pending}>{texts.pending}</p>
          ) : (
            <button type="button" className={styles.open} onClick={() => onShow(named)}>
              <PhotoImage photo={named.photo} name={named.name} isSmall />
            </button>
          )}
          {below?.(named)}
        </li>
      ))}
      {children}
    </ul>
  );
}
