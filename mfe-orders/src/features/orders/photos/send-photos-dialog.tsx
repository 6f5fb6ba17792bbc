import { useForm } from 'react-hook-form';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { fillTemplate, templatesQuery } from '@taller/shared/messages/templates-query.ts';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import type { NamedPhoto } from '@taller/shared/orders/photos/named-photos.ts';
import { PhotoImage } from '@taller/shared/orders/photos/photo-image.tsx';
import { useSendPhotosMutation } from '@taller/shared/orders/photos/photo-mutations.ts';
import photoStyles from '@taller/shared/orders/photos/photos.module.css';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import styles from './order-photos.module.css';
import { sendingTexts as texts } from './texts.ts';

export interface SendPhotosDialogProps {
  order: { id: string; order_number: number };
  /** The checked photos. */
  photos: readonly NamedPhoto[];
  onClose: () => void;
}

/** Chooses photos of an order and sends the customer a message with a link to them (REC-57). */
export function SendPhotosDialog({ order, photos, onClose }: SendPhotosDialogProps) {
  const form = useForm<{ photos: string[] }>({ defaultValues: { photos: [] } });
  const { data } = useQuery(templatesQuery(order.order_number, 0));
  const { mutate, isPending, error } = useSendPhotosMutation();
  const template = data?.templates.find(({ event }) => event === 'photos_sent');
  const send = form.handleSubmit((chosen) => {
    // A draft may name one that is gone.
    const ids = photos.map(({ photo }) => photo.id).filter((id) => chosen.photos.includes(id));
    if (ids.length === 0) return form.setError('photos', { message: texts.chooseOne });
    return mutate(
      { orderId: order.id, photos: ids },
      {
        onSuccess: () => {
          toast.success(texts.messageQueued);
          onClose();
        },
      },
    );
  });
  const { message } = form.formState.errors.photos ?? {};
  return (
    <Dialog open onOpenChange={onClose} title={texts.messageTitle} size="lg" busy={isPending}>
      <Form form={form} draft={`fotos.${order.id}`} onSubmit={send}>
        <DialogBody>
          <div className={styles.message}>
            {error && <Banner tone="danger">{orderChangeFailure(error)}</Banner>}
            {template?.enabled === false && <Banner tone="warning">{texts.messageOff}</Banner>}
            {message !== undefined && (
              <Banner tone="danger" alert>
                {message}
              </Banner>
            )}
            <fieldset className={styles.chosen}>
              <legend>{texts.choose}</legend>
              <ul className={photoStyles.photos}>
                {photos.map(({ photo, name }) => (
                  <li key={photo.id}>
                    <Checkbox
                      {...form.register('photos')}
                      value={photo.id}
                      className={styles.choice}
                      label={<PhotoImage photo={photo} name={name} isSmall />}
                    />
                  </li>
                ))}
              </ul>
            </fieldset>
            {template?.enabled && (
              <p className={styles.preview}>
                {texts.preview(
                  fillTemplate(
                    template.body,
                    template.variables.map(({ name, value }) => (name === 'enlace' ? texts.link : value)),
                  ),
                )}
              </p>
            )}
          </div>
        </DialogBody>
        <SaveFooter
          label={texts.sendMessage}
          busyLabel={texts.sendingMessage}
          busy={isPending}
          disabled={!template?.enabled}
        />
      </Form>
    </Dialog>
  );
}
