import { CallBand } from '#src/features/landing/call-band.tsx';
import { Contact } from '#src/features/landing/contact.tsx';
import { Hero } from '#src/features/landing/hero.tsx';
import { HowItWorks } from '#src/features/landing/how-it-works.tsx';
import { ServicesOverview } from '#src/features/landing/services-overview.tsx';
import { StatsBand } from '#src/features/landing/stats-band.tsx';
import { WhyUs } from '#src/features/landing/why-us.tsx';

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
