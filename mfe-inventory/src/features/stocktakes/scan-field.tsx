import { useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@taller/shared/ui/button.tsx';
import { NumberField } from '@taller/shared/ui/number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { useScanFocus } from '@taller/shared/ui/use-scan-focus.ts';
import styles from './stocktake.module.css';
import { countTexts as texts } from './texts.ts';

/**
 * The field for scanned or typed codes. A scanner is a keyboard that ends with Enter, which counts and keeps the focus
 * here; it is in no form. Scans while the focus is on a button go here too, so that their Enter presses none.
 */
export function ScanField({ onScan }: { onScan: (code: string, quantity: number) => void }) {
  const [code, setCode] = useState('');
  const [quantity, setQuantity] = useState<number | null>(1);
  const field = useRef<HTMLInputElement>(null);
  useScanFocus(field);
  const isWrong = quantity === null || !Number.isInteger(quantity) || Math.abs(quantity) > 1_000_000;
  const count = () => {
    if (code.trim() === '' || isWrong) return;
    onScan(code.trim(), quantity);
    setCode('');
    setQuantity(1);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    count();
  };
  return (
    <div className={styles.scan}>
      <TextField
        ref={field}
        label={texts.code}
        hint={texts.codeHint}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        enterKeyHint="done"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen is for scanning
        autoFocus
      />
      <NumberField
        label={texts.quantity}
        value={quantity}
        onValueChange={setQuantity}
        onKeyDown={onKeyDown}
        enterKeyHint="done"
      />
      <Button variant="primary" onClick={count} disabled={code.trim() === '' || isWrong}>
        {texts.add}
      </Button>
    </div>
  );
}
