import type { StepName } from '@taller/shared/orders/status/next-step.ts';
import { openWaitOf, type Waiting } from '@taller/shared/orders/waits/order-wait.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { endWaitLabel } from '../waits/wait-words.ts';

/** The words of a next step: that of an order that waits says what has come. */
export const stepLabel = (name: StepName, order: Waiting): string =>
  name === 'endWait' ? endWaitLabel(openWaitOf(order)) : orderTexts.desk.steps[name];
