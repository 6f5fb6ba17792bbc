import { shop } from '@taller/shared/config/shop.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { COMPUTER_SERVICES, PHONE_SERVICES } from '#src/features/services/catalogue.ts';
import { ServicesSection } from '#src/features/services/services-section.tsx';
import styles from '#src/features/services/services.module.css';
import { servicesTexts } from '#src/features/services/texts.ts';

/** /servicios (PUB-02). */
export function ServicesPage() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{servicesTexts.title}</h1>
        <p className={styles.lead}>{servicesTexts.lead}</p>
      </header>
      <ServicesSection id="celulares" {...servicesTexts.phones} services={PHONE_SERVICES} />
      <ServicesSection id="computadores" {...servicesTexts.computers} services={COMPUTER_SERVICES} />
      <section className={styles.ask} aria-labelledby="preguntar">
        <div>
          <h2 id="preguntar">{servicesTexts.ask.title}</h2>
          <p>{servicesTexts.ask.text}</p>
        </div>
        <p className={styles.actions}>
          <a href={telHref(shop.phone)} className={buttonClass({ variant: 'accent', size: 'lg' })}>
            {servicesTexts.ask.call(formatPhone(shop.phone))}
          </a>
          <LinkButton to={paths.home.getHref()} size="lg">
            {servicesTexts.ask.lookup}
          </LinkButton>
        </p>
      </section>
    </div>
  );
}
