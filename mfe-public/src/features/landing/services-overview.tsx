import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ServiceGroup } from '@taller/shared/config/shop-facts.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { readFacts } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { landingTexts } from '#src/features/landing/texts.ts';
import { priceText } from '@taller/shared/config/service-price.ts';
import { ICONS, offeredGroups } from '#src/features/services/catalogue.ts';
import section from './section.module.css';
import styles from './services-overview.module.css';

/** The services by category, side by side; nothing if there are none. */
export function ServicesOverview() {
  const { title, lead } = readFacts().landing.services;
  const groups = offeredGroups();
  if (groups.length === 0) return null;
  return (
    <section className={section.section} aria-labelledby="servicios">
      <div className={section.inner}>
        <h2 id="servicios" className={section.heading}>
          {title}
        </h2>
        {lead && <p className={section.lead}>{lead}</p>}
        <div className={styles.groups}>
          {groups.map((group) => (
            <Group key={group.title} {...group} />
          ))}
        </div>
        <RepairTimes />
        <LinkButton to={paths.services.getHref()} size="lg">
          {landingTexts.allServices}
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      </div>
    </section>
  );
}

function Group({ title, summary, services }: ServiceGroup) {
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      {summary && <p className={styles.lead}>{summary}</p>}
      <ul className={styles.list}>
        {services.map((service) => {
          const Icon = ICONS[service.icon];
          const price = priceText(service);
          return (
            <li key={service.name} className={styles.item}>
              <Icon aria-hidden="true" />
              <span>
                <span>{service.name}</span>
                {price && <small>{price}</small>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The usual repair times, from the shop's own orders; renders nothing while too few are known (PUB-31). */
function RepairTimes() {
  const { repairTimes = [] } = readFacts();
  if (repairTimes.length === 0) return null;
  const { times } = landingTexts;
  return (
    <div className={styles.times}>
      <h3>{times.title}</h3>
      <dl>
        {repairTimes.map(({ type, days }) => (
          <div key={type}>
            <dt>{times.devices[type]}</dt>
            <dd>{times.days(days)}</dd>
          </div>
        ))}
      </dl>
      <p>{times.basis}</p>
    </div>
  );
}
