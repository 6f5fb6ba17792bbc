import { useState } from 'react';
import { Pagination } from '@taller/shared/ui/pagination.tsx';

export function Example() {
  const [page, setPage] = useState(2);
  return (
    <Pagination label="Páginas de órdenes" page={page} pageSize={20} total={400} onPageChange={setPage} />
  );
}
