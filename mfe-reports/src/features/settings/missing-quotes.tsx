import { useFormContext, useWatch } from 'react-hook-form';
import type { CannedLine } from '@taller/shared/settings/desk-schema.ts';
import type { DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { settingsTexts as texts } from './texts.ts';

type Fault = DeskSettings['texts']['description'][number];

/** Whether a fault's button finds its quote: for every kind of device a quote of any kind is enough. */
const hasQuote = ({ quote, type }: Fault, lines: readonly CannedLine[]) =>
  lines.some((line) => line.quote === quote && (type === 'all' || line.type === type || line.type === 'all'));

/** Faults whose usual quote is not there by that name for their kind of device (REC-33): it fills in nothing. */
export function MissingQuotes() {
  const { control } = useFormContext();
  const faults = (useWatch({ control, name: 'texts.description' }) ?? []) as readonly Fault[];
  const lines = (useWatch({ control, name: 'cannedLines' }) ?? []) as readonly CannedLine[];
  const missing = faults.filter((fault) => fault.quote && !hasQuote(fault, lines));
  if (missing.length === 0) return null;
  return (
    <Banner tone="warning">
      {missing.map(({ text, quote }, at) => (
        <p key={`${at} ${text}`}>{texts.missingQuote(text, quote)}</p>
      ))}
    </Banner>
  );
}
