import { useEffect, useState } from 'react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useDeviceCodeMutation } from '@taller/shared/orders/order-mutations.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { PASSWORD_TYPE_LABELS } from '@taller/shared/orders/equipment.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { PatternLock } from '#src/features/orders/shared/pattern-lock.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import styles from './order-view.module.css';

/** How long a revealed code is shown. */
const SHOWN_MS = 60_000;

/**
 * The device's PIN, pattern or password: revealed only for a reason, which is logged on the timeline, and hidden again
 * after a minute.
 */
export function DeviceCodePanel({ order }: { order: Order }) {
  const { mutate, data, error, isPending, reset } = useDeviceCodeMutation(order.id);
  useEffect(() => {
    if (!data) return undefined;
    const timer = setTimeout(reset, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [data, reset]);
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
          <p className={styles.muted}>{texts.codeHides}</p>
          <Button size="sm" icon={<EyeOff aria-hidden="true" />} onClick={reset}>
            {texts.codeHide}
          </Button>
        </div>
      ) : (
        <div className={styles.code}>
          <p className={styles.muted}>{texts.codeStored(PASSWORD_TYPE_LABELS[type])}</p>
          {error && (
            <p role="alert" className={styles.problem}>
              {failureText(error, { ...texts.codeFailures, otherwise: texts.codeFailures.server })}
            </p>
          )}
          <Reasons pending={isPending} onReason={mutate} />
        </div>
      )}
    </Card>
  );
}

interface ReasonsProps {
  pending: boolean;
  onReason: (reason: string) => void;
}

/** The reason for revealing the code: the usual ones with one click, or free text. */
function Reasons({ pending, onReason }: ReasonsProps) {
  const [own, setOwn] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  if (own === null)
    return (
      <div role="group" aria-label={texts.codeWhy} className={styles.reasons}>
        {texts.codeReasons.map((reason) => (
          <Button
            key={reason}
            size="sm"
            icon={<Eye aria-hidden="true" />}
            disabled={pending}
            onClick={() => onReason(reason)}
          >
            {reason}
          </Button>
        ))}
        <Button size="sm" variant="ghost" disabled={pending} onClick={() => setOwn('')}>
          {texts.codeOtherReason}
        </Button>
      </div>
    );
  const show = () => {
    const missing = own.trim().length < 3;
    setProblem(missing ? texts.codeReasonMissing : undefined);
    if (!missing) onReason(own.trim());
  };
  return (
    // oxlint-disable-next-line react/forbid-elements -- one line that says why a code is looked at.
    <form
      noValidate
      className={styles.reasons}
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <TextField
        label={texts.codeReason}
        value={own}
        maxLength={200}
        autoComplete="off"
        autoFocus
        error={problem}
        onChange={({ target }) => setOwn(target.value)}
      />
      <Button type="submit" size="sm" icon={<Eye aria-hidden="true" />} loading={pending}>
        {texts.codeShow}
      </Button>
    </form>
  );
}
