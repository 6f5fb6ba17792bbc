import { placeCode } from '@taller/shared/orders/places/place-code.ts';
import { useQuery } from '@taller/shared/query';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { LabelPages } from './label-pages.tsx';
import { lastLabelSize } from './label-size.ts';
import { PrintLoading, PrintProblem } from './print-problem.tsx';

/** /print-place-labels: a label for each of the shop's places (REC-96). */
export function PrintPlaceLabelsPage() {
  const { data, error, refetch } = useQuery(deskSettingsQuery());
  if (error && !data) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PrintLoading />;
  const labels = data.places.map((name) => ({ key: name, code: placeCode(name), title: name, lines: [] }));
  return <LabelPages size={lastLabelSize()} labels={labels} />;
}
