import { useMemo } from 'react';
import { useQuery } from '@taller/shared/query';
import { techniciansQuery } from '@taller/shared/people/technicians-query.ts';

/**
 * Technicians' names by profile id. A failure is only logged by the query's users (DATA-06): names are then missing.
 */
export function usePeople(): ReadonlyMap<string, string> {
  const { data } = useQuery(techniciansQuery());
  return useMemo(() => new Map(data?.map((person) => [person.id, person.full_name])), [data]);
}
