import { useState } from 'react';
import { anonymizationPreviewQuery } from '@taller/shared/privacy/privacy-queries.ts';
import type { PersonClue } from '@taller/shared/privacy/person-clue.ts';
import { isDiallable } from '@taller/shared/values/phone.ts';
import { formatRut, isValidRut, normaliseRut } from '@taller/shared/values/rut.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { privacyTexts } from '#src/features/privacy/texts.ts';
import { AnonymizeDialog } from './anonymize-dialog.tsx';
import styles from './privacy.module.css';

const texts = privacyTexts.anonymize;

/** A complete RUT, or a phone; a number that could be either is a RUT if it has a dash. */
function clueOf(text: string): PersonClue | null {
  const rut = normaliseRut(text);
  if (isValidRut(rut) && (text.includes('-') || /k$/i.test(text.trim()))) return { by: 'rut', value: rut };
  return isDiallable(text) ? { by: 'phone', value: text } : null;
}

/** Finds people by RUT or phone, with or without an account, to anonymise them (PRIV-06). */
export function AnonymizeSection() {
  const [text, setText] = useState('');
  const clue = clueOf(text);
  return (
    <Card title={texts.title}>
      <div className={styles.fields}>
        <p className={styles.muted}>{texts.intro}</p>
        <SearchBox
          className={styles.search}
          label={texts.search}
          placeholder={texts.placeholder}
          value={text}
          onSearch={setText}
        />
        {clue ? <Found clue={clue} /> : text && <p className={styles.muted}>{texts.incomplete}</p>}
      </div>
    </Card>
  );
}

function Found({ clue }: { clue: PersonClue }) {
  const preview = useQuery(anonymizationPreviewQuery(clue));
  const [asking, setAsking] = useState(false);
  if (preview.isPending) return <Skeleton label={texts.loading} count={1} />;
  if (preview.isError) {
    return (
      <ErrorState
        error={preview.error}
        message={failureText(preview.error, texts.failed, ['invalid'])}
        onRetry={() => void preview.refetch()}
        retrying={preview.isFetching}
      />
    );
  }
  const { names, ruts, emails, orders, messages, photos, appointments } = preview.data;
  return (
    <div role="status">
      {orders + emails.length === 0 ? (
        <p className={styles.muted}>{texts.nobody}</p>
      ) : (
        <div className={styles.row}>
          <div className={styles.who}>
            <p className={styles.name}>{names.join(', ')}</p>
            <p className={styles.muted}>{[...ruts.map(formatRut), ...emails].join(' · ')}</p>
            <p className={styles.muted}>{texts.found(orders, messages, photos, appointments)}</p>
          </div>
          <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
            {texts.begin}
          </Button>
        </div>
      )}
      {asking && <AnonymizeDialog clue={clue} onClose={() => setAsking(false)} />}
    </div>
  );
}
