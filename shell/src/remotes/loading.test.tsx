import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Loading } from './loading.tsx';

const markupOf = (element: React.ReactElement): string => renderToStaticMarkup(element);

test('UI-16 while the code of a screen loads, its frame shows what its list shows until it is read', () => {
  const list = markupOf(<Skeleton label="Cargando..." shape="rows" count={6} />);
  expect(markupOf(<Loading framed />)).toContain(list);
  expect(markupOf(<Loading />)).not.toContain(list);
});
