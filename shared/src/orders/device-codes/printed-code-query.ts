import { queryOptions } from '@taller/shared/query';
import { orderKeys } from '../keys.ts';
import { openDeviceCode } from './open-device-code.ts';

/** The reason logged when the technical sheet is printed; it is shown on the order's timeline. */
const SHEET_REASON = 'Ficha técnica';

/** The device's code for the technical sheet. Every access is logged on the order's timeline, so it is read once. */
export const printedCodeQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.printedCode(orderId),
    queryFn: ({ signal }) => openDeviceCode(orderId, SHEET_REASON, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
