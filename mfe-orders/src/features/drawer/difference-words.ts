import { formatClp } from '@taller/shared/values/money.ts';
import { drawerTexts as texts } from './texts.ts';

/** 'Faltan $500', by what was counted less what should have been there. */
export const differenceWords = (difference: number): string => {
  if (difference === 0) return texts.even;
  return difference < 0 ? texts.lacks(formatClp(-difference)) : texts.exceeds(formatClp(difference));
};
