import { AnonymizeSection } from './anonymize-section.tsx';
import { ErasureRequests } from './erasure-requests.tsx';
import { RetentionRuns } from './retention-runs.tsx';
import { RetentionTerms } from './retention-terms.tsx';
import styles from './privacy.module.css';

/** What admins answer for about personal data: requests, anonymising, for how long it is kept. */
export function PrivacySection() {
  return (
    <div className={styles.sections}>
      <ErasureRequests />
      <AnonymizeSection />
      <RetentionTerms />
      <RetentionRuns />
    </div>
  );
}
