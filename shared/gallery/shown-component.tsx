import { useState } from 'react';
import Copy from 'lucide-react/icons/copy';
import { Button } from '@taller/shared/ui/button.tsx';
import type { Shown } from './examples.ts';
import styles from './gallery.module.css';

function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Copy aria-hidden="true" />}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      {copied ? 'Copiado' : label}
    </Button>
  );
}

/** A component: its name, the line that imports it, what it is for, an example, and the example's code. */
export function ShownComponent({ name, text, line, code, Example }: Shown) {
  return (
    <article id={name} className={styles.component} aria-labelledby={`${name}-title`}>
      <header className={styles.head}>
        <h3 id={`${name}-title`}>{name}</h3>
        <p lang="en">{text}</p>
        <div className={styles.line}>
          <code>{line}</code>
          <CopyButton text={line} label="Copiar import" />
        </div>
      </header>
      <div className={styles.preview}>
        <Example />
      </div>
      <details className={styles.code}>
        <summary>Código</summary>
        <CopyButton text={code} label="Copiar código" />
        {/* Scrolls sideways: reachable with the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
      </details>
    </article>
  );
}
