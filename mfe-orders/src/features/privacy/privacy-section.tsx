import { AnonymizeSection } from './anonymize-section.tsx';
import { ErasureRequests } from './erasure-requests.tsx';
import { RetentionRuns } from './retention-runs.tsx';
import { RetentionTerms } from './retention-terms.tsx';
import styles from './privacy.module.css';

/** Privacy tasks of admins: requests, anonymisation, retention periods. */
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
