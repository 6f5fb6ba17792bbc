import { KEPT, type KeptKey } from '@taller/shared/config/limits.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { termsQuery } from '@taller/shared/privacy/privacy-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { privacyTexts } from '#src/features/privacy/texts.ts';
import styles from './privacy.module.css';

const texts = privacyTexts.terms;
const KEYS = Object.keys(KEPT) as KeptKey[];

/** Retention period of each kind of data, with a link to Ajustes, where they are changed (PRIV-08). */
export function RetentionTerms() {
  const terms = useQuery(termsQuery());
  return (
    <Card title={texts.title}>
      <div className={styles.fields}>
        <p className={styles.muted}>{texts.intro}</p>
        {terms.isPending && <Skeleton label={commonTexts.loading} count={4} />}
        {terms.isError && (
          <ErrorState
            error={terms.error}
            message={failureText(terms.error, texts.failed)}
            onRetry={() => void terms.refetch()}
            retrying={terms.isFetching}
          />
        )}
        {terms.data && (
          <DefinitionList
            items={KEYS.map((key) => ({
              term: texts.labels[key],
              value: texts.kept(terms.data[key], KEPT[key].unit),
            }))}
          />
        )}
        <p>
          <Link to={paths.dashboardSettingsSection.getHref('data')}>{texts.change}</Link>
        </p>
      </div>
    </Card>
  );
}
