import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { messageQuery } from '@taller/shared/messages/message-queries.ts';
import { useSendTestMutation } from '@taller/shared/messages/send-test-mutation.ts';
import { useLiveMessages } from '@taller/shared/messages/watch-messages.ts';
import { messageTitle } from '@taller/shared/orders/status/order-status.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { MESSAGE_EVENTS } from '@taller/shared/settings/message-variables.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { isChileanMobile } from '@taller/shared/values/phone.ts';
import { z } from '@taller/shared/values/zod.ts';
import { TestMessage } from '#src/components/test-message.tsx';
import styles from './message-settings.module.css';
import { messageSettingsTexts } from './texts.ts';

const texts = messageSettingsTexts.test;

const testSchema = z.object({
  phone: z.string().check(z.refine(isChileanMobile, texts.phoneInvalid)),
  event: z.enum(MESSAGE_EVENTS),
});
type TestForm = z.output<typeof testSchema>;

const EVENTS = MESSAGE_EVENTS.map((value) => ({ value, label: messageTitle(value) }));

/** Sends a template to a number of the admin's own, and follows it (CFG-58). */
export function MessageTest() {
  const [sent, setSent] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSendTestMutation();
  const form = useForm<TestForm>({
    resolver: zodResolver(testSchema),
    defaultValues: { phone: '', event: 'created' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      setSent(await send.mutateAsync(values));
      form.reset(values);
      toast.success(texts.sent);
    } catch (error) {
      setProblem(
        failureText(error, { offline: texts.offline, otherwise: texts.failed }, ['invalid', 'conflict']),
      );
    }
  });
  return (
    <Card title={texts.title}>
      <Form form={form} draft="mensajes.prueba" onSubmit={submit} className={styles.section}>
        <p className={styles.caption}>{texts.intro}</p>
        <div className={styles.previewForm}>
          <TextField
            {...form.register('phone')}
            label={texts.phone}
            type="tel"
            autoComplete="tel"
            error={errors.phone?.message}
          />
          <Select {...form.register('event')} label={texts.event} options={EVENTS} />
          <Button type="submit" loading={isSubmitting} loadingText={texts.sending}>
            {texts.send}
          </Button>
        </div>
        {problem && <Banner tone="danger">{problem}</Banner>}
      </Form>
      {sent && <Result id={sent} />}
    </Card>
  );
}

/** Shows the state of a test message, live. */
function Result({ id }: { id: string }) {
  const { data } = useQuery(messageQuery(id));
  useLiveMessages();
  if (!data) return null;
  return (
    <ul className={styles.result} aria-label={texts.result} aria-live="polite">
      <TestMessage message={data} />
    </ul>
  );
}
