import { useState } from 'react';
import Printer from 'lucide-react/icons/printer';
import { createPortal } from 'react-dom';
import type { InventoryRow } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { NumberField } from '@taller/shared/ui/number-field.tsx';
import { uiTexts } from '@taller/shared/ui/texts.ts';
import { labelTexts } from '#src/features/labels/texts.ts';
import styles from './labels.module.css';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { QrCode } from '@taller/shared/ui/qr-code.tsx';

/** A label of 50 by 25 mm: a machine-readable code, and the code, name and place as text. */
function Label({ item }: { item: InventoryRow }) {
  const code = formatItemCode(item.item_number);
  return (
    <div className={styles.label}>
      <QrCode text={code} label={code} />
      <div className={styles.text}>
        <strong>{code}</strong>
        <span className={styles.name}>
          {item.brand} {item.model}
        </span>
        {item.place !== '' && <span className={styles.place}>{item.place}</span>}
      </div>
    </div>
  );
}

/** Larger numbers are typing errors. */
const MOST_COPIES = 100;

/** Prints labels of items, each in the requested quantity: only the labels are printed. */
export function LabelsDialog({ items, onClose }: { items: readonly InventoryRow[]; onClose: () => void }) {
  const [copies, setCopies] = useState<number | null>(1);
  const wrong = copies === null || !Number.isInteger(copies) || copies < 1 || copies > MOST_COPIES;
  const labels = items.flatMap((item) =>
    Array.from({ length: wrong ? 0 : copies }, (_, copy) => <Label key={`${item.id} ${copy}`} item={item} />),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={labelTexts.title}
      description={labelTexts.count(labels.length)}
    >
      <DialogBody>
        <NumberField
          label={labelTexts.copies}
          value={copies}
          onValueChange={setCopies}
          error={wrong ? labelTexts.copiesWrong(MOST_COPIES) : undefined}
        />
        <div className={styles.preview}>
          {items.map((item) => (
            <Label key={item.id} item={item} />
          ))}
        </div>
        {createPortal(<div className={styles.sheet}>{labels}</div>, document.body)}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{uiTexts.cancel}</Button>
        <Button
          variant="primary"
          icon={<Printer aria-hidden="true" />}
          disabled={wrong}
          onClick={() => window.print()}
        >
          {labelTexts.print}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
