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

/** The name of a sheet's page: slips of different orders have different lengths. */
const slipPage = (index: number) => (index === 0 ? 'sheet-slip' : `sheet-slip-${index}`);

/** The @page rules: A4, or pieces of the roll exactly as long as their slips, where the printer cuts. */
function pageRules(format: PrintOptions['format'], sheets: Iterable<HTMLElement>): string {
  if (format === 'a4') return '@page sheet-a4 { size: A4 portrait; margin: 0 }';
  return Array.from(sheets, (sheet, index) => {
    const height = Math.ceil(sheet.getBoundingClientRect().height * MM_PER_PX) + 1;
    return `@page ${slipPage(index)} { size: 80mm ${height}mm; margin: 0 }`;
  }).join('\n');
}

export interface SheetPagesProps extends PrintOptions {
  /** The sheets of one order or of several, or one that is of none; each is rendered once per copy. */
  sheets: readonly { orderNumber: number | null; content: ReactNode }[];
  /** Shown on a phone as wide as the screen instead of as a small picture of the paper. */
  reads?: boolean;
}

/** The copies of the sheets as printed, in one job, with two buttons in case the print dialog was cancelled. */
export function SheetPages({ sheets, copies, format, reads = false }: SheetPagesProps) {
  const desk = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A constructed style sheet, because the content security policy forbids style elements.
    const sheet = new CSSStyleSheet();
    // Measured again before printing: a font may have loaded meanwhile.
    const setRule = () => {
      const first = desk.current?.querySelectorAll<HTMLElement>('[data-first-copy]');
      if (first) sheet.replaceSync(pageRules(format, first));
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
    <div ref={desk} className={styles.desk}>
      <div className={styles.bar}>
        <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {printTexts.print}
        </Button>
        <Button icon={<X aria-hidden="true" />} onClick={() => window.close()}>
          {printTexts.close}
        </Button>
      </div>
      {sheets.map(({ orderNumber, content }, index) =>
        Array.from({ length: copies }, (_, copy) => (
          <article
            key={`${orderNumber} ${copy}`}
            className={classNames(paper.sheet, format === 'a4' ? paper.a4 : paper.slip, reads && paper.reads)}
            style={format === 'a4' || index === 0 ? undefined : { page: slipPage(index) }}
            data-format={format}
            data-first-copy={copy === 0 || undefined}
          >
            {content}
          </article>
        )),
      )}
      {format === 'a4' && (
        <p className={paper.running} aria-hidden="true">
          {sheets.length === 1 && sheets[0]?.orderNumber
            ? `${printTexts.order(formatOrderNumber(sheets[0].orderNumber))} · ${readFacts().shop.fullName}`
            : readFacts().shop.fullName}
        </p>
      )}
    </div>
  );
}
