import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { ORDER_PAGE_SIZE } from '@taller/shared/orders/order-list-queries.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { listTexts } from '@taller/shared/ui/list-texts.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './desk-pager.module.css';

interface DeskPagerProps {
  page: number;
  total: number;
  /** There are more than `total`. */
  isMore: boolean;
  onPageChange: (page: number) => void;
}

/**
 * '21–40 de 387' and links to the neighbouring pages. A total beyond the limit is 'más de 1.000', since counting
 * further would slow down every search.
 */
export function DeskPager({ page, total, isMore, onPageChange }: DeskPagerProps) {
  const from = (page - 1) * ORDER_PAGE_SIZE + 1;
  const to = Math.min(page * ORDER_PAGE_SIZE, total);
  const counted = isMore ? listTexts.moreThan(formatThousands(total)) : formatThousands(total);
  return (
    <nav className={styles.pager} aria-label={orderTexts.desk.pages}>
      <span>{listTexts.range(formatThousands(from), formatThousands(to), counted)}</span>
      <span className={styles.buttons}>
        <IconButton
          variant="secondary"
          label={listTexts.previousPage}
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        />
        <span aria-live="polite">{listTexts.pageOnly(formatThousands(page))}</span>
        <IconButton
          variant="secondary"
          label={listTexts.nextPage}
          icon={<ChevronRight aria-hidden="true" />}
          disabled={to >= total && !isMore}
          onClick={() => onPageChange(page + 1)}
        />
      </span>
    </nav>
  );
}
