import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { IconButton } from './icon-button.tsx';
import styles from './pagination.module.css';
import { formatInteger } from '#src/values/parse-integer.ts';
import { listTexts } from './list-texts.ts';

export interface PaginationProps {
  /** Accessible name, for example 'Páginas de órdenes'. */
  label: string;
  /** Starts at 1. */
  page: number;
  pageSize: number;
  /** Total number of rows, or the number counted. */
  total: number;
  /**
   * There are more than `total`: counting further would be too expensive. `shown` is the number of rows on this page.
   */
  more?: { shown: number } | undefined;
  onPageChange: (page: number) => void;
}

/**
 * '21–40 de 387', 'Página 2 de 20' and buttons on both sides; without an exact count '21–40 de más de 1.000', 'Página
 * 2'. Of a single page only the count.
 */
export function Pagination({ label, page, pageSize, total, more, onPageChange }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize;
  const from = total === 0 ? 0 : first + 1;
  const to = more ? first + more.shown : Math.min(page * pageSize, total);
  const counted = more ? listTexts.moreThan(formatInteger(total)) : formatInteger(total);
  const range = listTexts.range(formatInteger(from), formatInteger(to), counted);
  if (pages === 1 && page === 1 && !more) return <p className={styles.pagination}>{range}</p>;
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span>{range}</span>
      <span className={styles.buttons}>
        <IconButton
          variant="secondary"
          size="sm"
          label={listTexts.previousPage}
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        />
        <span aria-live="polite">
          {more
            ? listTexts.pageOnly(formatInteger(page))
            : listTexts.page(formatInteger(page), formatInteger(pages))}
        </span>
        <IconButton
          variant="secondary"
          size="sm"
          label={listTexts.nextPage}
          icon={<ChevronRight aria-hidden="true" />}
          disabled={more ? more.shown < pageSize : page >= pages}
          onClick={() => onPageChange(page + 1)}
        />
      </span>
    </nav>
  );
}
