import { Banner } from '@taller/shared/ui/banner.tsx';
import { recordTexts } from '#src/features/customers/texts.ts';

const { meanwhile: texts } = recordTexts;

interface MeanwhileProps {
  /** The fields that differ: the value stored now, and the one this form would write over it. */
  fields: readonly { label: string; theirs: string; mine: string }[];
  /** Why this form was not saved. */
  failure: string | null;
}

/**
 * The changes by others since the form was opened (CARD-02), unless the form has the same values, in one notice with
 * the failure that they may have caused.
 */
export function Meanwhile({ fields, failure }: MeanwhileProps) {
  const others = fields.filter(({ theirs, mine }) => theirs.trim() !== mine.trim());
  if (others.length === 0 && failure === null) return null;
  return (
    <Banner tone={failure === null ? 'warning' : 'danger'} alert>
      {failure !== null && <p>{failure}</p>}
      {others.length > 0 && <strong>{failure === null ? texts.title : texts.saved}</strong>}
      {others.map(({ label, theirs }) => (
        <p key={label}>
          {label}: {theirs || texts.empty}
        </p>
      ))}
    </Banner>
  );
}
