import { Banner } from '@taller/shared/ui/banner.tsx';
import { recordTexts } from '#src/features/customers/texts.ts';

const { meanwhile: texts } = recordTexts;

interface MeanwhileProps {
  /** By their labels: what is stored now, and what this form would write over it. */
  fields: readonly { label: string; theirs: string; mine: string }[];
}

/** The changes by others since the form was opened (CARD-02), unless the form has the same values. */
export function Meanwhile({ fields }: MeanwhileProps) {
  const others = fields.filter(({ theirs, mine }) => theirs.trim() !== mine.trim());
  if (others.length === 0) return null;
  return (
    <Banner tone="warning" alert>
      <strong>{texts.title}</strong>
      {others.map(({ label, theirs }) => (
        <p key={label}>
          {label}: {theirs || texts.empty}
        </p>
      ))}
    </Banner>
  );
}
