import { ArrowRight } from 'lucide-react';
import { paths } from '@taller/shared/contract/paths.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { COMPUTER_SERVICES, PHONE_SERVICES, type Service } from '#src/features/services/catalogue.ts';
import { landingTexts } from '#src/features/landing/texts.ts';
import section from './section.module.css';
import styles from './services-overview.module.css';

/** The twelve services, phones and computers side by side. */
export function ServicesOverview() {
  return (
    <section className={section.section} aria-labelledby="servicios">
      <div className={section.inner}>
        <h2 id="servicios" className={section.heading}>
          {landingTexts.services.title}
        </h2>
        <p className={section.lead}>{landingTexts.services.lead}</p>
        <div className={styles.groups}>
          <Group
            title={landingTexts.services.phones}
            lead={landingTexts.services.phonesLead}
            services={PHONE_SERVICES}
          />
          <Group
            title={landingTexts.services.computers}
            lead={landingTexts.services.computersLead}
            services={COMPUTER_SERVICES}
          />
        </div>
        <LinkButton to={paths.services.getHref()} size="lg">
          {landingTexts.services.all}
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      </div>
    </section>
  );
}

interface GroupProps {
  title: string;
  lead: string;
  services: readonly Service[];
}

function Group({ title, lead, services }: GroupProps) {
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.lead}>{lead}</p>
      <ul className={styles.list}>
        {services.map(({ name, icon: Icon }) => (
          <li key={name} className={styles.item}>
            <Icon aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
