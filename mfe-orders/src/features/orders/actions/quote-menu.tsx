import Copy from 'lucide-react/icons/copy';
import FileText from 'lucide-react/icons/file-text';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { paths } from '@taller/shared/contract/paths.ts';
import { fetchQuoteLink } from '@taller/shared/orders/quote/quote-query.ts';
import { canDecideQuote } from '@taller/shared/orders/status/order-status.ts';
import type { MenuItem } from '@taller/shared/ui/menu.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { copyLink } from '../shared/copy-link.ts';
import type { ActionOrder, OrderTaskKind } from './order-task.ts';

const quoteAddress = (orderId: string) =>
  fetchQuoteLink(orderId).then((id) => location.origin + paths.quoteDecision.getHref(id));

/** The staff's actions on a quote that waits for its answer (ORD-91, ORD-93); none in other states. */
export function quoteMenu(order: ActionOrder, onTask: (kind: OrderTaskKind) => void): MenuItem[] {
  if (!canDecideQuote(order.status)) return [];
  const { noteApproval, correctQuote, copyLink: copy } = orderTexts.desk;
  return [
    { label: noteApproval, icon: <CircleCheckBig aria-hidden="true" />, onSelect: () => onTask('approval') },
    { label: correctQuote, icon: <FileText aria-hidden="true" />, onSelect: () => onTask('quote') },
    { label: copy, icon: <Copy aria-hidden="true" />, onSelect: () => void copyLink(quoteAddress(order.id)) },
  ];
}
