import type { ServiceGroup } from '@taller/shared/config/shop-facts.ts';
import { ICONS, priceText } from './catalogue.ts';
import styles from './services.module.css';

/** A category of services, one card each. @param id of the heading. */
export function ServicesSection({ id, title, lead, services }: ServiceGroup & { id: string }) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {lead && <p className={styles.sectionLead}>{lead}</p>}
      <ul className={styles.grid}>
        {services.map((service) => {
          const Icon = ICONS[service.icon];
          const price = priceText(service);
          return (
            <li key={service.name} className={styles.card}>
              <Icon aria-hidden="true" className={styles.icon} />
              <h3 className={styles.name}>{service.name}</h3>
              <p className={styles.text}>{service.text}</p>
              {price && <p className={styles.price}>{price}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
