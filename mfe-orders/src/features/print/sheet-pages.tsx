import { useEffect, useRef, type ReactNode } from 'react';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import Printer from 'lucide-react/icons/printer';
import X from 'lucide-react/icons/x';
import { readFacts } from '@taller/shared/runtime';
import { usePrintOnce } from '#src/features/print/print-once.ts';
import type { PrintOptions } from '#src/features/print/print-options.ts';
import { printTexts } from '#src/features/print/texts.ts';
import paper from './paper.module.css';
import styles from './sheet-pages.module.css';

const MM_PER_PX = 25.4 / 96;

/** The @page rules: A4, or a piece of the roll exactly as long as the slip, where the printer cuts. */
function pageRule(format: PrintOptions['format'], sheet: HTMLElement): string {
  if (format === 'a4') return '@page sheet-a4 { size: A4 portrait; margin: 0 }';
  const height = Math.ceil(sheet.getBoundingClientRect().height * MM_PER_PX) + 1;
  return `@page sheet-slip { size: 80mm ${height}mm; margin: 0 }`;
}

export interface SheetPagesProps extends PrintOptions {
  orderNumber: number;
  /** A sheet; rendered once per copy. */
  children: ReactNode;
}

/** The copies of a sheet as printed, with two buttons in case the print dialog was cancelled. */
export function SheetPages({ orderNumber, copies, format, children }: SheetPagesProps) {
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    // A constructed style sheet, because the content security policy forbids style elements.
    const sheet = new CSSStyleSheet();
    // Measured again before printing: a font may have loaded meanwhile.
    const setRule = () => {
      if (first.current) sheet.replaceSync(pageRule(format, first.current));
    };
    setRule();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    addEventListener('beforeprint', setRule);
    return () => {
      removeEventListener('beforeprint', setRule);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [format]);
  usePrintOnce(true);

  return (
    <div className={styles.desk}>
      <div className={styles.bar}>
        <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {printTexts.print}
        </Button>
        <Button icon={<X aria-hidden="true" />} onClick={() => window.close()}>
          {printTexts.close}
        </Button>
      </div>
      {Array.from({ length: copies }, (_, index) => (
        <article
          key={index}
          ref={index === 0 ? first : undefined}
          className={classNames(paper.sheet, format === 'a4' ? paper.a4 : paper.slip)}
          data-format={format}
        >
          {children}
        </article>
      ))}
      {format === 'a4' && (
        <p className={paper.running} aria-hidden="true">
          {printTexts.order(formatOrderNumber(orderNumber))} · {readFacts().shop.fullName}
        </p>
      )}
    </div>
  );
}
