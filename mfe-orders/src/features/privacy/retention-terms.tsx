import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { termsQuery } from '@taller/shared/privacy/terms-query.ts';
import { useSaveTermsMutation } from '@taller/shared/privacy/save-terms-mutation.ts';
import { TERMS, type PrivacyTerms } from '@taller/shared/privacy/privacy-terms.ts';
import {
  retentionSchema,
  termRange,
  type Retention,
  type RetentionInput,
} from '@taller/shared/privacy/privacy-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { privacyTexts } from '#src/features/privacy/texts.ts';
import styles from './privacy.module.css';

const texts = privacyTexts.terms;

/** Retention periods; the server rejects values below the minimum (PRIV-08). */
export function RetentionTerms() {
  const terms = useQuery(termsQuery());
  return (
    <Card title={texts.title}>
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
      {terms.data && <TermsForm terms={terms.data} />}
    </Card>
  );
}

const valuesOf = (terms: PrivacyTerms): Retention =>
  Object.fromEntries(TERMS.map(({ key }) => [key, terms[key]])) as Retention;

function TermsForm({ terms }: { terms: PrivacyTerms }) {
  const save = useSaveTermsMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<RetentionInput, unknown, Retention>({
    resolver: zodResolver(retentionSchema),
    defaultValues: valuesOf(terms),
  });
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await save.mutateAsync(values);
    } catch (error) {
      setProblem(failureText(error, texts.saveFailed, 'always'));
      return;
    }
    form.reset(values);
    toast.success(texts.saved);
  });
  return (
    <Form form={form} draft="plazos" onSubmit={submit} className={styles.fields}>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <div className={styles.terms}>
        {TERMS.map(({ key, unit, least, most }) => (
          <FormNumberField
            key={key}
            control={form.control}
            name={key}
            label={texts.labels[key]}
            suffix={texts.units[unit]}
            // The error repeats the hint.
            hint={form.formState.errors[key] ? undefined : termRange(least, most)}
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          loading={form.formState.isSubmitting}
          loadingText={commonTexts.saving}
        >
          {texts.save}
        </Button>
      </div>
    </Form>
  );
}
