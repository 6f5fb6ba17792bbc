import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import styles from './pagination.module.css';
import { formatInteger } from '#src/values/parse-integer.ts';
import { uiTexts } from './texts.ts';

export interface PaginationProps {
  /** What is paged, for screen readers, for example 'Páginas de órdenes'. */
  label: string;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  /** Rows in all, or as many as were counted. */
  total: number;
  /** There are more than `total`: counting on would cost more than the page. `shown` is how many rows this page has. */
  more?: { shown: number } | undefined;
  onPageChange: (page: number) => void;
}

/** '21–40 de 387', 'Página 2 de 20' and the buttons to either side; where not all is counted '21–40 de más de 1.000', 'Página 2'. */
export function Pagination({ label, page, pageSize, total, more, onPageChange }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize;
  const from = total === 0 ? 0 : first + 1;
  const to = more ? first + more.shown : Math.min(page * pageSize, total);
  const counted = more ? uiTexts.moreThan(formatInteger(total)) : formatInteger(total);
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span>{uiTexts.range(formatInteger(from), formatInteger(to), counted)}</span>
      <span className={styles.buttons}>
        <IconButton
          variant="secondary"
          size="sm"
          label={uiTexts.previousPage}
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        />
        <span aria-live="polite">
          {more
            ? uiTexts.pageOnly(formatInteger(page))
            : uiTexts.page(formatInteger(page), formatInteger(pages))}
        </span>
        <IconButton
          variant="secondary"
          size="sm"
          label={uiTexts.nextPage}
          icon={<ChevronRight aria-hidden="true" />}
          disabled={more ? more.shown < pageSize : page >= pages}
          onClick={() => onPageChange(page + 1)}
        />
      </span>
    </nav>
  );
}
