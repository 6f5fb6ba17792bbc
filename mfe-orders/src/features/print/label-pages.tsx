import { useEffect } from 'react';
import Printer from 'lucide-react/icons/printer';
import X from 'lucide-react/icons/x';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import hidden from '@taller/shared/ui/hidden.module.css';
import { QrCode } from '@taller/shared/ui/qr-code.tsx';
import styles from './label-pages.module.css';
import { LABELS, type LabelSize } from './label-size.ts';
import { usePrintOnce } from './print-once.ts';
import sheets from './sheet-pages.module.css';
import { printTexts } from './texts.ts';

/** A label: what its code says to a scanner, and what people read beside it. */
export interface Label {
  key: string;
  code: string;
  /** Printed whole, whatever its length. */
  title: string;
  /** Cut where they do not fit. */
  lines: readonly string[];
}

interface LabelPagesProps {
  labels: readonly Label[];
  size: LabelSize;
}

/** Labels as printed, each a page of its own (REC-95), with two buttons in case the print dialog was cancelled. */
export function LabelPages({ labels, size }: LabelPagesProps) {
  useEffect(() => {
    // A constructed style sheet, because the content security policy forbids style elements.
    const sheet = new CSSStyleSheet();
    const { width, height } = LABELS[size];
    sheet.replaceSync(`@page label { size: ${width}mm ${height}mm; margin: 0 }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [size]);
  usePrintOnce(true);
  return (
    <div className={sheets.desk}>
      <div className={sheets.bar}>
        <h1 className={hidden.hidden}>{printTexts.labels}</h1>
        <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {printTexts.print}
        </Button>
        <Button icon={<X aria-hidden="true" />} onClick={() => window.close()}>
          {printTexts.close}
        </Button>
      </div>
      {labels.map(({ key, code, title, lines }) => (
        <article
          key={key}
          className={classNames(styles.label, size === '62x29' ? styles.wide : styles.short)}
        >
          <QrCode text={code} label={code} />
          <div className={styles.text}>
            <strong className={title.length > 9 ? styles.name : styles.number}>{title}</strong>
            {lines.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
          </div>
        </article>
      ))}
    </div>
  );
}
