import type { Definition } from '#src/ui/definition-list.tsx';
import { formatClp } from '#src/values/money.ts';
import { storedTypeLabel } from '../equipment.ts';
import type { SignedContent } from './signature.ts';
import { signatureTexts as texts } from './signature-texts.ts';

const RESULTS = ['works', 'fails', 'untested'] as const;

/** The signed facts of a device, for a list; empty ones are left out. */
export function signedFacts(order: Omit<SignedContent, 'number' | 'customer'>): Definition[] {
  const results = RESULTS.map((result) => ({
    term: texts[result],
    value: order.points
      .filter((point) => point.result === result)
      .map(({ label }) => label)
      .join(', '),
  }));
  const facts = [
    { term: texts.device, value: [storedTypeLabel(order.type), order.brand, order.model].join(' ') },
    { term: texts.imei, value: order.imei },
    { term: texts.condition, value: order.condition },
    { term: texts.problem, value: order.problem },
    { term: texts.work, value: order.work },
    { term: texts.total, value: order.total === undefined ? '' : formatClp(order.total) },
    ...results,
    { term: texts.accessories, value: order.accessories.join(', ') },
    { term: texts.photos, value: order.photos.length > 0 ? String(order.photos.length) : '' },
  ];
  return facts.filter(({ value }) => value);
}
