import Copy from 'lucide-react/icons/copy';
import FileText from 'lucide-react/icons/file-text';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { paths } from '@taller/shared/contract/paths.ts';
import { fetchQuoteLink } from '@taller/shared/orders/quote/quote-query.ts';
import { canDecideQuote } from '@taller/shared/orders/status/order-status.ts';
import { toast } from '@taller/shared/runtime';
import type { MenuItem } from '@taller/shared/ui/menu.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import type { ActionOrder, OrderTaskKind } from './order-task.ts';

async function copyLink(orderId: string): Promise<void> {
  try {
    const link = fetchQuoteLink(orderId).then((id) => location.origin + paths.quoteDecision.getHref(id));
    // Safari writes only what was asked for by the press itself, also if it comes later.
    const text = link.then((address) => new Blob([address], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    toast.success(orderTexts.toasts.linkCopied);
  } catch {
    toast.error(orderTexts.toasts.linkNotCopied);
  }
}

/** The staff's actions on a quote that waits for its answer (ORD-91, ORD-93); none in other states. */
export function quoteMenu(order: ActionOrder, onTask: (kind: OrderTaskKind) => void): MenuItem[] {
  if (!canDecideQuote(order.status)) return [];
  const { noteApproval, correctQuote, copyLink: copy } = orderTexts.desk;
  return [
    { label: noteApproval, icon: <CircleCheckBig aria-hidden="true" />, onSelect: () => onTask('approval') },
    { label: correctQuote, icon: <FileText aria-hidden="true" />, onSelect: () => onTask('quote') },
    { label: copy, icon: <Copy aria-hidden="true" />, onSelect: () => void copyLink(order.id) },
  ];
}
