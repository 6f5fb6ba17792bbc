import { useQuery } from '@taller/shared/query';
import { imageAddress, shopImageQuery } from '@taller/shared/settings/shop-image-query.ts';
import { logoSize, type Logo } from '@taller/shared/values/logo.ts';
import styles from './look.module.css';
import settings from './settings.module.css';
import { settingsTexts } from './texts.ts';

/** An image of the settings, also one that the site does not show yet, or not any more. */
export function ShopImage({ logo, size }: { logo: Logo; size: number }) {
  const { data } = useQuery(shopImageQuery(logo.hash));
  const box = logoSize(logo, 5 * size, size);
  if (data === null) return <span className={settings.muted}>{settingsTexts.look.imageGone}</span>;
  return (
    <img
      {...box}
      className={styles.image}
      alt={settingsTexts.look.imageAlt}
      src={data ? imageAddress(data) : undefined}
    />
  );
}
