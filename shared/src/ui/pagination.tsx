import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import styles from './pagination.module.css';
import { formatInteger } from './parse-integer.ts';
import { uiTexts } from './texts.ts';

export interface PaginationProps {
  /** What is paged, for screen readers, for example 'Páginas de órdenes'. */
  label: string;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  /** Rows in all. */
  total: number;
  onPageChange: (page: number) => void;
}

/** '21–40 de 387', 'Página 2 de 20' and the buttons to either side. */
export function Pagination({ label, page, pageSize, total, onPageChange }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span>{uiTexts.range(from, to, formatInteger(total))}</span>
      <span className={styles.buttons}>
        <IconButton
          variant="secondary"
          size="sm"
          label={uiTexts.previousPage}
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        />
        <span aria-live="polite">{uiTexts.page(page, pages)}</span>
        <IconButton
          variant="secondary"
          size="sm"
          label={uiTexts.nextPage}
          icon={<ChevronRight aria-hidden="true" />}
          disabled={page >= pages}
          onClick={() => onPageChange(page + 1)}
        />
      </span>
    </nav>
  );
}
