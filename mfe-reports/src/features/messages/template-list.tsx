import { useId, useState, type FormEvent } from 'react';
import { messageTitle } from '@taller/shared/orders/status/order-status.ts';
import { useSwitchTemplateMutation } from '@taller/shared/messages/switch-template-mutation.ts';
import { templatesQuery, type TemplatePreview } from '@taller/shared/messages/templates-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { toastFailure } from '@taller/shared/orders/toast-failure.ts';
import { messageTexts as texts } from '#src/features/messages/texts.ts';
import styles from './messages-page.module.css';

/** Every event's template rendered for a real order, with a switch to disable it. For admins. */
export function TemplateList() {
  const [typed, setTyped] = useState('');
  const [orderNumber, setOrderNumber] = useState<number | null>(null);
  const { data, error, isFetching, refetch } = useQuery(templatesQuery(orderNumber));
  const show = (event: FormEvent) => {
    event.preventDefault();
    const digits = typed.replace(/\D/g, '').slice(0, 9);
    setOrderNumber(digits === '' ? null : Number(digits));
  };
  return (
    <section className={styles.section} aria-label={texts.templates} aria-busy={isFetching}>
      <form className={styles.previewForm} onSubmit={show}>
        <TextField
          label={texts.previewOrder}
          placeholder={texts.previewNewest}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{texts.previewShow}</Button>
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
        <EmptyState title={orderNumber === null ? texts.noOrders : texts.previewNone} />
      )}
      <div className={styles.templates}>
        {data?.templates.map((template) => (
          <TemplateCard
            key={template.event}
            template={template}
            order={formatOrderNumber(data.order_number ?? 0)}
          />
        ))}
      </div>
    </section>
  );
}

function TemplateCard({ template, order }: { template: TemplatePreview; order: string }) {
  const { mutate, isPending, variables } = useSwitchTemplateMutation();
  const captionId = useId();
  const name = messageTitle(template.event);
  const enabled = isPending ? variables.enabled : template.enabled;
  const flip = (on: boolean) =>
    mutate(
      { event: template.event, enabled: on },
      {
        onSuccess: () => toast.success(texts.switched(name, on)),
        onError: (error) => toastFailure(texts.switchFailed, error),
      },
    );
  return (
    <Card title={name} actions={!enabled && <Badge>{texts.off}</Badge>} className={styles.template}>
      <figure className={styles.preview} aria-labelledby={captionId}>
        <blockquote className={styles.bubble} data-off={!enabled || undefined}>
          {template.text}
        </blockquote>
        <figcaption id={captionId} className={styles.caption}>
          {texts.preview(order)} · {texts.templateName(template.template)}
        </figcaption>
      </figure>
      <Checkbox
        label={texts.enabled}
        aria-label={`${texts.enabled}: ${name}`}
        checked={enabled}
        disabled={isPending}
        onChange={(event) => flip(event.target.checked)}
      />
    </Card>
  );
}
