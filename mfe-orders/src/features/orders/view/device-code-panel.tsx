import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { dataErrorCode } from '@taller/shared/data/data-error.ts';
import { useDeviceCodeMutation } from '@taller/shared/data/orders/device-code-mutation.ts';
import type { Order } from '@taller/shared/data/orders/order-query.ts';
import { PASSWORD_TYPE_LABELS } from '@taller/shared/domain/equipment.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { PatternLock } from '#src/components/pattern-lock.tsx';
import { esOrderView as texts } from '#src/texts/es-order-view.ts';
import styles from './order-view.module.css';

/** The device's PIN, pattern or password: on demand only, and each look is written to the timeline. */
export function DeviceCodePanel({ order }: { order: Order }) {
  const { mutate, data, error, isPending, reset } = useDeviceCodeMutation(order.id);
  const type = order.password_type;
  return (
    <Card title={texts.code}>
      {!order.device_code_stored || !type ? (
        <p className={styles.muted}>{texts.codeNone}</p>
      ) : data ? (
        <div className={styles.code}>
          {data.type === 'pattern' ? (
            <PatternLock value={data.code} />
          ) : (
            <output className={styles.secret}>{data.code}</output>
          )}
          <Button size="sm" icon={<EyeOff aria-hidden="true" />} onClick={reset}>
            {texts.codeHide}
          </Button>
        </div>
      ) : (
        <div className={styles.code}>
          <p className={styles.muted}>{texts.codeStored(PASSWORD_TYPE_LABELS[type])}</p>
          {error && (
            <p role="alert" className={styles.problem}>
              {dataErrorCode(error) === 'not-found' ? texts.codeGone : texts.codeError}
            </p>
          )}
          <Button
            size="sm"
            icon={type === 'pattern' ? <Eye aria-hidden="true" /> : <KeyRound aria-hidden="true" />}
            loading={isPending}
            onClick={() => mutate()}
          >
            {texts.codeShow}
          </Button>
        </div>
      )}
    </Card>
  );
}
