import { toast } from '@taller/shared/runtime';
import { orderTexts } from '#src/features/orders/texts.ts';

/** Copies an address that is being asked for: call it in the press itself. */
export async function copyLink(link: Promise<string>): Promise<void> {
  try {
    // Safari writes only what was asked for by the press itself, also if it comes later.
    const text = link.then((address) => new Blob([address], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    toast.success(orderTexts.toasts.linkCopied);
  } catch {
    toast.error(orderTexts.toasts.linkNotCopied);
  }
}
