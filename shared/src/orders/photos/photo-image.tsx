import { useQuery } from '@taller/shared/query';
import { orderReadFailure } from '#src/orders/failure-text.ts';
import { classNames } from '#src/ui/class-names.ts';
import { photoFileQuery, type OrderPhoto } from './photo-queries.ts';
import styles from './photos.module.css';

interface PhotoImageProps {
  photo: OrderPhoto;
  name: string;
  isSmall?: boolean;
}

/** A photo, read with the rights of who looks. */
export function PhotoImage({ photo, name, isSmall = false }: PhotoImageProps) {
  const { data, error } = useQuery(photoFileQuery(photo, isSmall));
  const className = isSmall ? styles.small : styles.whole;
  if (error) return <span className={styles.pending}>{orderReadFailure(error)}</span>;
  if (!data) return <span className={classNames(className, styles.coming)} />;
  return <img src={data} alt={name} className={className} />;
}
