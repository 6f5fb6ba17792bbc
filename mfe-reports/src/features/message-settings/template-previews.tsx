import { useId, useState, type FormEvent } from 'react';
import { templatesQuery, type TemplatePreview } from '@taller/shared/messages/templates-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { messageTitle } from '@taller/shared/orders/status/order-status.ts';
import { useQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import styles from './message-settings.module.css';
import { messageSettingsTexts } from './texts.ts';

const texts = messageSettingsTexts.preview;

/** An event's message for a real order, and its template at the provider: one at a time, as the form lists them all. */
export function TemplatePreviews({ version }: { version: number }) {
  const [typed, setTyped] = useState('');
  const [orderNumber, setOrderNumber] = useState<number | null>(null);
  const { data, error, isFetching, refetch } = useQuery(templatesQuery(orderNumber, version));
  const [event, setEvent] = useState('');
  const shown = data?.templates.find((template) => template.event === event) ?? data?.templates[0];
  const show = (submitted: FormEvent) => {
    submitted.preventDefault();
    const digits = typed.replace(/\D/g, '').slice(0, 9);
    setOrderNumber(digits === '' ? null : Number(digits));
  };
  return (
    <Card title={texts.title}>
      <div className={styles.section} aria-busy={isFetching}>
        <p className={styles.caption}>{texts.intro}</p>
        {/* oxlint-disable-next-line react/forbid-elements -- a search. */}
        <form className={styles.previewForm} onSubmit={show}>
          <TextField
            label={texts.order}
            placeholder={texts.newest}
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Select
            label={texts.event}
            options={(data?.templates ?? []).map(({ event }) => ({
              value: event,
              label: messageTitle(event),
            }))}
            value={shown?.event ?? ''}
            onChange={({ target }) => setEvent(target.value)}
          />
          <Button type="submit">{texts.show}</Button>
        </form>
        {error && !data && (
          <ErrorState
            error={error}
            message={texts.loadFailed}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !data && <Skeleton label={texts.loading} shape="card" count={3} />}
        {data?.templates.length === 0 && (
          <EmptyState title={orderNumber === null ? texts.noOrders : texts.none} />
        )}
        {shown && <Preview template={shown} order={formatOrderNumber(data?.order_number ?? 0)} />}
      </div>
    </Card>
  );
}

/** An event's message as the customer reads it, and as the provider knows it. */
function Preview({ template, order }: { template: TemplatePreview; order: string }) {
  const captionId = useId();
  return (
    <div className={styles.template}>
      {!template.enabled && <Badge>{texts.off}</Badge>}
      <figure className={styles.preview} aria-labelledby={captionId}>
        <blockquote className={styles.bubble} data-off={!template.enabled || undefined}>
          {template.text}
        </blockquote>
        <figcaption id={captionId} className={styles.caption}>
          {texts.caption(order)}
        </figcaption>
      </figure>
      <dl className={styles.facts}>
        <dt>{texts.template}</dt>
        <dd>
          <code>{template.template}</code> · {texts.language}: <code>{template.language}</code>
        </dd>
        <dt>{texts.body}</dt>
        <dd>{template.body}</dd>
        <dt>{texts.variables}</dt>
        <dd>
          {template.variables.map(({ name, value }, at) => (
            <span key={name} className={styles.variable}>
              <code>{`{{${at + 1}}}`}</code> {name}: {value}
            </span>
          ))}
        </dd>
      </dl>
    </div>
  );
}
