import { foundCustomersQuery } from '@taller/shared/orders/customers/found-customers-query.ts';
import { knownCustomerQuery } from '@taller/shared/orders/order-form-queries.ts';
import { orderIdQuery } from '@taller/shared/orders/order-view-queries.ts';
import { passportQuery } from '@taller/shared/orders/passport/passport-query.ts';
import { isValidImei } from '@taller/shared/orders/imei.ts';
import { isDeviceNumber, readCode } from '@taller/shared/orders/scan/read-code.ts';
import { useQuery } from '@taller/shared/query';
import { dashedRut, hasRightCheckDigit } from '@taller/shared/values/rut.ts';
import { intakeOptions, labelOption, type IntakeOption } from './intake-options.ts';

/** The fewest letters for which people are looked up. */
const LEAST = 3;

interface Answering {
  isEnabled: boolean;
  isPending: boolean;
  isPlaceholderData: boolean;
  fetchStatus: string;
}

/** Answered, failed or without a connection: the text is taken as new then, and typed on below. */
const isAnswered = ({ isEnabled, isPending, isPlaceholderData, fetchStatus }: Answering) =>
  !isEnabled || fetchStatus === 'paused' || !(isPending || isPlaceholderData);

/** The customer and device of the order whose label was scanned (REC-103); null if the text is no label's code. */
function useLabelled(term: string): { options: readonly IntakeOption[]; isReady: boolean } | null {
  const code = readCode(term, location.origin);
  const number = code.kind === 'order' ? code.number : null;
  const id = useQuery({ ...orderIdQuery(number ?? 0), enabled: number !== null });
  if (code.kind === 'order-id') return { options: [labelOption(code.id)], isReady: true };
  if (code.kind === 'foreign') return { options: [], isReady: true };
  return number === null ? null : { options: id.data ? [labelOption(id.data)] : [], isReady: isAnswered(id) };
}

/** The options for a text, and whether every lookup has finished. */
export function useIntakeOptions(term: string): { options: readonly IntakeOption[]; isReady: boolean } {
  const labelled = useLabelled(term);
  const isLong = term.length >= LEAST && labelled === null;
  const customers = useQuery({ ...foundCustomersQuery(term), enabled: isLong && !isValidImei(term) });
  const isNumber = isLong && isDeviceNumber(term) && !hasRightCheckDigit(dashedRut(term));
  const passport = useQuery({ ...passportQuery(term), enabled: isNumber });
  const people = customers.isPlaceholderData ? [] : (customers.data ?? []);
  const [only] = people;
  const known = useQuery({
    ...knownCustomerQuery({ by: 'rut', value: only?.customer_rut ?? '' }),
    enabled: people.length === 1,
  });
  if (labelled) return labelled;
  const isReady = isLong && isAnswered(customers) && isAnswered(passport);
  if (!isReady) return { options: [], isReady };
  const found = {
    customers: people,
    passport: isNumber ? passport.data : undefined,
    devices: known.data?.devices ?? [],
  };
  return { options: intakeOptions(term, found), isReady };
}
