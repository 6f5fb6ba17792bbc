import { Skeleton } from '@taller/shared/ui/skeleton.tsx';

export function Example() {
  return (
    <>
      <Skeleton />
      <Skeleton shape="rows" />
      <Skeleton shape="card" count={2} label="Cargando los productos…" />
    </>
  );
}
