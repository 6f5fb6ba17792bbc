import { useQuery } from '@taller/shared/query';
import { staffNamesQuery } from '@taller/shared/people/staff-queries.ts';

const NOBODY: ReadonlyMap<string, string> = new Map();

/** Names of the staff by profile id. A failure is only logged by the query (DATA-06): names are then missing. */
export function usePeople(): ReadonlyMap<string, string> {
  const { data } = useQuery(staffNamesQuery());
  return data ?? NOBODY;
}
