import type { StatusLevel, StatusPart } from '@taller/shared/system-status/system-status.ts';
import { Badge, type Tone } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { TONE_ICON } from '@taller/shared/ui/tone-icon.ts';
import { factsOf } from '#src/features/system-status/part-facts.ts';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from './system-status.module.css';

const TONES: Readonly<Record<StatusLevel, Tone>> = {
  ok: 'success',
  attention: 'warning',
  failure: 'danger',
  unknown: 'neutral',
};

/** A part: its status, what to do about it, and its figures. */
export function PartCard({ part }: { part: StatusPart }) {
  const tone = TONES[part.level];
  const Icon = TONE_ICON[tone];
  // A newer server may report something unknown to this page.
  const todo = statusTexts.todo[part.reason] ?? part.reason;
  const facts = factsOf(part);
  return (
    <Card
      title={statusTexts.parts[part.name] ?? part.name}
      actions={
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {statusTexts.levels[part.level]}
        </Badge>
      }
    >
      {todo && <p className={styles.todo}>{todo}</p>}
      {facts.length > 0 && <DefinitionList items={facts} />}
    </Card>
  );
}
