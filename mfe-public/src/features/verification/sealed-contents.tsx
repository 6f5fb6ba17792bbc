import { useState, type FormEvent } from 'react';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import type { SealedContent, SealedPaper, SealedSignature } from '@taller/shared/orders/records/paper.ts';
import { useReadPaperMutation } from '@taller/shared/orders/records/read-paper-mutation.ts';
import { signedFacts } from '@taller/shared/orders/signatures/signed-facts.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { DefinitionList, type Definition } from '@taller/shared/ui/definition-list.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { verificationTexts as texts } from './texts.ts';
import styles from './verification.module.css';

/** The sealed facts, shown for the last four digits of the phone (REC-69). */
export function SealedContents({ code }: { code: string }) {
  const read = useReadPaperMutation(code);
  const [digits, setDigits] = useState('');
  const [isMissing, setMissing] = useState(false);
  if (read.data?.outcome === 'shown') return <Shown {...read.data} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(digits.length < 4);
    if (digits.length === 4 && !read.isPending) read.mutate(digits);
  };
  const refused = read.data?.outcome === 'too_many' ? texts.tooMany : read.data && texts.wrong;
  const failure = read.error ? failureText(read.error, texts.failed, 'always') : refused;
  return (
    <section className={styles.section}>
      <h2>{texts.content}</h2>
      <p>{texts.ask}</p>
      {/* oxlint-disable-next-line react/forbid-elements -- four digits, which are not kept. */}
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={texts.digits}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={digits}
          error={isMissing ? texts.missing : failure}
          onChange={(event) => {
            setDigits(event.target.value.replaceAll(/\D/g, ''));
            setMissing(false);
            if (read.data ?? read.error) read.reset();
          }}
        />
        <Button type="submit" variant="primary" loading={read.isPending} loadingText={texts.showing}>
          {texts.show}
        </Button>
      </form>
    </section>
  );
}

/** Brings the answer to whoever cannot see that it replaced the form. */
const focus = (element: HTMLElement | null) => element?.focus();

const Shown = ({ paper, photos, signatures }: SealedContent) => (
  <section className={styles.section}>
    <h2 ref={focus} tabIndex={-1}>
      {texts.content}
    </h2>
    <p>{texts.compare}</p>
    <DefinitionList
      items={[
        ...signedFacts({ ...paper, photos }),
        ...(photos.length > 0 ? [hashesOf(photos)] : []),
        ...(paper.terms === null ? [] : [{ term: texts.terms, value: texts.version(paper.terms) }]),
        ...deliveryOf(paper),
        ...signatures.map((signature) => signerOf(signature)),
      ]}
    />
  </section>
);

const hashesOf = (photos: readonly string[]): Definition => ({
  term: texts.hashes,
  value: <span className={styles.hashes}>{photos.map((hash) => hash.slice(0, 16)).join(' ')}</span>,
  wide: true,
});

function deliveryOf({
  delivered_at: at,
  warranty_days: days,
  unrepaired_reason: reason,
}: SealedPaper): Definition[] {
  if (at === undefined) return [];
  return [
    { term: texts.deliveredAt, value: formatDateTime(at) },
    ...(reason ? [{ term: texts.unrepaired, value: reason }] : []),
    { term: texts.warranty, value: days ? texts.days(days) : texts.noWarranty },
  ];
}

const signerOf = (signature: SealedSignature): Definition => ({
  term: texts.signatures[signature.kind],
  value: signature.name,
  note: [
    formatDateTime(signature.at),
    !signature.is_drawn && texts.typed,
    signature.by_link && texts.byLink,
    signature.is_corrected && texts.corrected,
  ]
    .filter(Boolean)
    .join(' · '),
});
