import {
  erasureRequestsQuery,
  termsQuery,
  retentionRunsQuery,
} from '@taller/shared/privacy/privacy-queries.ts';
import { useQuery } from '@taller/shared/query';
import { isFirstReading } from '@taller/shared/query/is-first-reading.ts';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { AnonymizeSection } from './anonymize-section.tsx';
import { ErasureRequests } from './erasure-requests.tsx';
import { RetentionRuns } from './retention-runs.tsx';
import { RetentionTerms } from './retention-terms.tsx';
import styles from './privacy.module.css';

/** Privacy tasks of admins: requests, anonymisation, retention periods. All sections at once. */
export function PrivacySection() {
  const queries = [useQuery(erasureRequestsQuery()), useQuery(termsQuery()), useQuery(retentionRunsQuery())];
  if (isFirstReading(...queries)) return <Skeleton shape="card" />;
  return (
    <div className={styles.sections}>
      <ErasureRequests />
      <AnonymizeSection />
      <RetentionTerms />
      <RetentionRuns />
    </div>
  );
}
