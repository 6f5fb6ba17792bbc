import { useContext, useEffect, useState } from 'react';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { UnsavedContext } from '#src/ui/unsaved-context.ts';
import { areStrokes, type NewSignature, type Signing, type Strokes } from './signature.ts';
import { signatureTexts as texts } from './signature-texts.ts';
import { SignedContents } from './signed-contents.tsx';
import styles from './signatures.module.css';

const SignatureCanvas = lazyPart(
  () => import('./signature-canvas.tsx').then((module) => module.SignatureCanvas),
  // It has the same size, so that what is below keeps its place.
  <div className={styles.canvas} aria-hidden="true" />,
);

const NOTHING: Strokes = [];

/** Brings what just appeared into view: the button that was pressed is far below. */
const focus = (element: HTMLElement | null) => element?.focus();

interface SignatureFormProps {
  signing: Signing;
  busy: boolean;
  /** The reason why the signature was refused. */
  failure: string | null;
  onSign: (signature: NewSignature) => void;
}

/** The text to be signed, and the field to sign it: drawn, or by keyboard with the name (REC-70). */
export function SignatureForm({ signing, busy, failure, onSign }: SignatureFormProps) {
  const [name, setName] = useState(signing.orders[0]?.customer.name ?? '');
  const [strokes, setStrokes] = useState(NOTHING);
  const [isTyped, setTyped] = useState(false);
  const [isTried, setTried] = useState(false);
  const [shown, setShown] = useState(signing.digest);
  const [isChanged, setChanged] = useState(false);
  // The drawn signature was for another text.
  if (shown !== signing.digest) {
    setShown(signing.digest);
    setChanged(true);
    setStrokes(NOTHING);
    setTyped(false);
    setTried(false);
  }
  const setUnsaved = useContext(UnsavedContext);
  useEffect(() => setUnsaved?.(strokes.length > 0), [strokes, setUnsaved]);
  const isNamed = name.trim().length >= 3;
  const isSigned = isTyped || areStrokes(strokes);
  const sign = () => {
    setTried(true);
    if (isNamed && isSigned)
      onSign({ digest: signing.digest, name: name.trim(), strokes: isTyped ? null : strokes });
  };
  return (
    <div className={styles.form}>
      {isChanged && (
        <div ref={focus} tabIndex={-1}>
          <Banner tone="warning" alert>
            {texts.changed}
          </Banner>
        </div>
      )}
      <SignedContents signing={signing} />
      <TextField
        label={texts.signer}
        value={name}
        maxLength={120}
        autoComplete="off"
        error={isTried && !isNamed ? texts.signerMissing : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {!isTyped && (
        <Pad
          strokes={strokes}
          onChange={setStrokes}
          error={isTried && !isSigned ? texts.drawMissing : undefined}
        />
      )}
      <Checkbox
        label={texts.typed}
        hint={texts.typedHint}
        checked={isTyped}
        onChange={(event) => setTyped(event.target.checked)}
      />
      {failure && !isChanged && <Banner tone="danger">{failure}</Banner>}
      <Button variant="primary" size="lg" block loading={busy} loadingText={texts.sending} onClick={sign}>
        {texts.submit}
      </Button>
    </div>
  );
}

interface PadProps {
  strokes: Strokes;
  error: string | undefined;
  onChange: (strokes: Strokes) => void;
}

/** The field to draw on, with what takes strokes back. */
function Pad({ strokes, error, onChange }: PadProps) {
  return (
    <div className={styles.pad}>
      <SignatureCanvas strokes={strokes} label={texts.draw} onChange={onChange} />
      <div className={styles.tools}>
        <span className={styles.hint}>{texts.draw}</span>
        <Button
          size="sm"
          variant="ghost"
          disabled={strokes.length === 0}
          onClick={() => onChange(strokes.slice(0, -1))}
        >
          {texts.undo}
        </Button>
        <Button size="sm" variant="ghost" disabled={strokes.length === 0} onClick={() => onChange(NOTHING)}>
          {texts.clear}
        </Button>
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
