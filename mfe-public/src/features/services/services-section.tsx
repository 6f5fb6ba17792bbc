import type { Service } from './catalogue.ts';
import styles from './services.module.css';

export interface ServicesSectionProps {
  id: string;
  title: string;
  lead: string;
  services: readonly Service[];
}

/** A category of services, one card each. */
export function ServicesSection({ id, title, lead, services }: ServicesSectionProps) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <p className={styles.sectionLead}>{lead}</p>
      <ul className={styles.grid}>
        {services.map(({ name, text, icon: Icon }) => (
          <li key={name} className={styles.card}>
            <Icon aria-hidden="true" className={styles.icon} />
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
