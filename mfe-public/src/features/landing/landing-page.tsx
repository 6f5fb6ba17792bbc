import { CallBand } from '#src/features/landing/call-band.tsx';
import { Contact } from '#src/features/landing/contact.tsx';
import { ServicesOverview } from '#src/features/landing/services-overview.tsx';
import { tellsHours } from '@taller/shared/config/opening-hours.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link, readFacts } from '@taller/shared/runtime';
import { OrderLookup } from '#src/features/order-lookup/order-lookup.tsx';
import { CallLink, WhatsAppLink } from '#src/components/shop-phone.tsx';
import { OpenNow } from '#src/features/landing/open-now.tsx';
import { landingTexts } from '#src/features/landing/texts.ts';
import { HarbourScene } from './harbour-scene.tsx';
import hero from './hero.module.css';
import statsBand from './stats-band.module.css';
import section from './section.module.css';
import howItWorks from './how-it-works.module.css';
import BadgeDollarSign from 'lucide-react/icons/badge-dollar-sign';
import Eye from 'lucide-react/icons/eye';
import FileCheck from 'lucide-react/icons/file-check';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { LucideIcon } from 'lucide-react';
import whyUs from './why-us.module.css';

/** Hero: what the shop does, whether it is open, the order lookup, and how to ask for a price (PUB-29). */
function Hero() {
  const { shop, hours, landing: told } = readFacts();
  return (
    <section className={hero.hero} aria-labelledby="portada">
      <HarbourScene className={hero.scene} />
      <div className={hero.content}>
        {tellsHours(hours) && <OpenNow />}
        <h1 id="portada" className={hero.title}>
          {shop.tagline}
        </h1>
        <p className={hero.lead}>{told.lead}</p>
        <div className={hero.card}>
          <OrderLookup label="question" />
          <p className={hero.account}>
            {landingTexts.hero.account} <Link to={paths.auth.getHref()}>{landingTexts.hero.accountLink}</Link>
          </p>
        </div>
        {(shop.whatsApp || shop.phone) && (
          <p className={hero.ask}>
            <WhatsAppLink label={landingTexts.hero.quote} message={told.call.whatsAppMessage} />
            <CallLink />
          </p>
        )}
      </div>
    </section>
  );
}

/** The shop's statistics, on the same background as the illustration above. */
function StatsBand() {
  const { shop, landing } = readFacts();
  const figures = (['devices', 'satisfaction', 'years'] as const).filter((name) => shop.stats[name]);
  if (figures.length === 0) return null;
  return (
    <section className={statsBand.band} aria-label={landing.stats.title}>
      <ul className={statsBand.list}>
        {figures.map((name) => (
          <li key={name}>
            <strong className={statsBand.value}>{shop.stats[name]}</strong>{' '}
            <span className={statsBand.label}>{landing.stats[name]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The steps of an order. */
function HowItWorks() {
  const { steps } = readFacts().landing;
  if (steps.items.length === 0) return null;
  return (
    <section className={howItWorks.band} aria-labelledby="como-funciona">
      <div className={section.inner}>
        <h2 id="como-funciona" className={section.heading}>
          {steps.title}
        </h2>
        <ol className={howItWorks.steps}>
          {steps.items.map(({ title, text }, index) => (
            <li key={title} className={howItWorks.step}>
              <span className={howItWorks.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3 className={howItWorks.title}>{title}</h3>
              <p className={howItWorks.text}>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const ICONS: readonly LucideIcon[] = [Eye, BadgeDollarSign, LockKeyhole, FileCheck];

/** The shop's reasons to choose it. */
function WhyUs() {
  const { why } = readFacts().landing;
  if (why.items.length === 0) return null;
  return (
    <section className={section.section} aria-labelledby="por-que">
      <div className={section.inner}>
        <h2 id="por-que" className={section.heading}>
          {why.title}
        </h2>
        <ul className={whyUs.reasons}>
          {why.items.map(({ title, text }, index) => {
            const Icon = ICONS[index] ?? Eye;
            return (
              <li key={title} className={whyUs.reason}>
                <Icon aria-hidden="true" className={whyUs.icon} />
                <div>
                  <h3 className={whyUs.title}>{title}</h3>
                  <p className={whyUs.text}>{text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** / (PUB-01). */
export function LandingPage() {
  return (
    <>
      <Hero />
      <StatsBand />
      <ServicesOverview />
      <HowItWorks />
      <WhyUs />
      <CallBand />
      <Contact />
    </>
  );
}
