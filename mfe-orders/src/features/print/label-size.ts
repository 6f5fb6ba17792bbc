/** Sizes of labels (REC-95). */
import { browserArea } from '@taller/shared/contract/storage.ts';

/** Sizes of labels in mm. */
export const LABELS = {
  '62x29': { width: 62, height: 29 },
  '50x30': { width: 50, height: 30 },
} as const;
export type LabelSize = keyof typeof LABELS;

export const LABEL_OPTIONS = Object.entries(LABELS).map(([value, { width, height }]) => ({
  value,
  label: `${width} × ${height} mm`,
}));

/** Remembers the last size per browser, since each desk has its own printer. */
const LABEL_KEY = 'taller.label';
export const readLabelSize = (kept: string | null): LabelSize => (kept === '50x30' ? '50x30' : '62x29');
export const lastLabelSize = (): LabelSize => readLabelSize(browserArea.getItem(LABEL_KEY));
export const keepLabelSize = (size: LabelSize): void => browserArea.setItem(LABEL_KEY, size);
