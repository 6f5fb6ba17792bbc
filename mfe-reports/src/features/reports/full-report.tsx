import type { ReactNode } from 'react';
import Printer from 'lucide-react/icons/printer';
import { Button } from '@taller/shared/ui/button.tsx';
import { reportTexts } from '#src/features/reports/texts.ts';
import pageStyles from '#src/components/page.module.css';
import styles from './reports-page.module.css';

/** All sections one below the other, to be read or printed at once (REP-24). */
export function FullReport({ children }: { children: ReactNode }) {
  return (
    <div className={pageStyles.page}>
      <div className={styles.full}>
        <p>{reportTexts.printAll}</p>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {reportTexts.print}
        </Button>
      </div>
      {children}
    </div>
  );
}
