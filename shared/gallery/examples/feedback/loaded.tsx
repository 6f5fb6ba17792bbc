import { useState } from 'react';
import { Button } from '@taller/shared/ui/button.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';

/** The states of a query; in a screen it is the result of useQuery. */
const STATES = {
  loading: { data: undefined, error: null, isFetching: true },
  failed: { data: undefined, error: new Error('down'), isFetching: false },
  read: { data: ['Pantalla', 'Batería'], error: null, isFetching: false },
};

export function Example() {
  const [state, setState] = useState<keyof typeof STATES>('failed');
  const refetch = async () => setState('loading');
  return (
    <>
      <Loaded
        query={{ ...STATES[state], refetch }}
        message="No se pudieron leer los productos."
        skeleton={<Skeleton shape="rows" />}
      >
        {(names) => <p>{names.join(', ')}</p>}
      </Loaded>
      {state === 'loading' && <Button onClick={() => setState('read')}>Que llegue la respuesta</Button>}
    </>
  );
}
