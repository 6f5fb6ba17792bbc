import { paths } from '@taller/shared/contract/paths.ts';
import { readFacts } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { priceText } from '@taller/shared/config/service-price.ts';
import { offeredGroups, ICONS } from '#src/features/services/catalogue.ts';
import page from '#src/components/page.module.css';
import { CallLink, WhatsAppLink } from '#src/components/shop-phone.tsx';
import styles from '#src/features/services/services.module.css';
import { servicesTexts } from '#src/features/services/texts.ts';
import type { ServiceGroup } from '@taller/shared/config/shop-facts.ts';

/** A category of services, one card each. @param id of the heading. */
function ServicesSection({ id, title, lead, services }: ServiceGroup & { id: string }) {
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

/** /servicios (PUB-02). */
export function ServicesPage() {
  const { shop, landing } = readFacts();
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{servicesTexts.title}</h1>
        <p className={page.lead}>{servicesTexts.lead}</p>
      </header>
      {offeredGroups().map((group, index) => (
        <ServicesSection key={group.title} id={`servicios-${index + 1}`} {...group} />
      ))}
      <section className={styles.ask} aria-labelledby="preguntar">
        <div>
          <h2 id="preguntar">{servicesTexts.ask.title}</h2>
          <p>{servicesTexts.ask.text}</p>
        </div>
        <p className={styles.actions}>
          <WhatsAppLink
            label={servicesTexts.ask.quote}
            message={landing.call.whatsAppMessage}
            variant="primary"
            size="lg"
          />
          <CallLink
            label={servicesTexts.ask.call}
            variant={shop.whatsApp ? 'secondary' : 'primary'}
            size="lg"
          />
          <LinkButton to={paths.home.getHref()} size="lg">
            {servicesTexts.ask.lookup}
          </LinkButton>
        </p>
      </section>
    </div>
  );
}
