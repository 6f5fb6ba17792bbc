import { shop } from '@taller/shared/config/shop.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { COMPUTER_SERVICES, PHONE_SERVICES } from '#src/features/services/catalogue.ts';
import { ServicesSection } from '#src/features/services/services-section.tsx';
import styles from '#src/features/services/services.module.css';
import { services } from '#src/texts/services.ts';

/** /servicios (PUB-02). */
export function ServicesPage() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{services.title}</h1>
        <p className={styles.lead}>{services.lead}</p>
      </header>
      <ServicesSection id="celulares" {...services.phones} services={PHONE_SERVICES} />
      <ServicesSection id="computadores" {...services.computers} services={COMPUTER_SERVICES} />
      <section className={styles.ask} aria-labelledby="preguntar">
        <div>
          <h2 id="preguntar">{services.ask.title}</h2>
          <p>{services.ask.text}</p>
        </div>
        <p className={styles.actions}>
          <a href={telHref(shop.phone)} className={buttonClass({ variant: 'accent', size: 'lg' })}>
            {services.ask.call(formatPhone(shop.phone))}
          </a>
          <LinkButton to={paths.home.getHref()} size="lg">
            {services.ask.lookup}
          </LinkButton>
        </p>
      </section>
    </div>
  );
}
