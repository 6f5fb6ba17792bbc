import { useState, type ReactNode } from 'react';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import page from '#src/components/page.module.css';
import styles from './earnings-card.module.css';
import { PinDialog } from './pin-dialog.tsx';
import { PinForm } from './pin-form.tsx';

interface PinCardProps {
  title: string;
  /** Description of the protected content. */
  text: string;
  pin: {
    /** Whether a PIN is set; undefined while that is loading. */
    isSet: boolean | undefined;
    lockedUntil: number;
    locked: boolean;
    busy: boolean;
    error: string | null;
    hide: () => void;
    show: (entered: string) => void;
  };
  /** Replaces the PIN field, if given. */
  children?: ReactNode;
}

/** Asks for the PIN, or to create one; with 'Cambiar PIN'. */
export function PinCard({ title, text, pin, children }: PinCardProps) {
  const [changing, setChanging] = useState(false);
  const unset = pin.isSet === false;
  return (
    <Card
      title={title}
      className={children ? undefined : styles.withheld}
      actions={
        <Button
          size="sm"
          variant="ghost"
          icon={<LockKeyhole aria-hidden="true" />}
          disabled={pin.isSet === undefined}
          onClick={() => setChanging(true)}
        >
          {unset ? earningsTexts.create : earningsTexts.change}
        </Button>
      }
    >
      <p className={page.text}>{text}</p>
      {children ? (
        <div>{children}</div>
      ) : unset ? (
        <Banner tone="warning">{earningsTexts.unset}</Banner>
      ) : (
        <PinForm error={pin.error} locked={pin.locked} busy={pin.busy} onSubmit={pin.show} />
      )}
      {changing && (
        <PinDialog
          first={unset}
          lockedUntil={pin.lockedUntil}
          onSaved={pin.hide}
          onClose={() => setChanging(false)}
        />
      )}
    </Card>
  );
}
