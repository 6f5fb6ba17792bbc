import { paths } from '@taller/shared/contract/paths.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { readFacts } from '@taller/shared/runtime';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { offeredGroups } from '#src/features/services/catalogue.ts';
import { ServicesSection } from '#src/features/services/services-section.tsx';
import page from '#src/components/page.module.css';
import styles from '#src/features/services/services.module.css';
import { servicesTexts } from '#src/features/services/texts.ts';

/** /servicios (PUB-02). */
export function ServicesPage() {
  const { phone } = readFacts().shop;
  return (
    <div className={page.page}>
      <header className={styles.header}>
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
          {phone && (
            <a href={telHref(phone)} className={buttonClass({ variant: 'primary', size: 'lg' })}>
              {servicesTexts.ask.call(formatPhone(phone))}
            </a>
          )}
          <LinkButton to={paths.home.getHref()} size="lg">
            {servicesTexts.ask.lookup}
          </LinkButton>
        </p>
      </section>
    </div>
  );
}
