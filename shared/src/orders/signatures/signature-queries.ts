import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';
import type { LinkSigning, OrderSignature, SignedMoment, Signing } from './signature.ts';

async function fetchSignatures(orderId: string, signal: AbortSignal): Promise<readonly OrderSignature[]> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('order_signatures', { p_id: orderId }).abortSignal(signal));
  return rows as unknown as OrderSignature[];
}

/** The signatures of an order, newest first (REC-70). */
export const orderSignaturesQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.signatures(orderId),
    queryFn: ({ signal }) => fetchSignatures(orderId, signal),
  });

async function fetchSigning(
  orderId: string,
  moment: SignedMoment,
  others: readonly string[],
  signal: AbortSignal,
): Promise<Signing> {
  const client = await supabase();
  const asked = { p_id: orderId, p_moment: moment, p_with: [...others] };
  return unwrap(await client.rpc('signing', asked).abortSignal(signal)) as unknown as Signing;
}

/** The text to be signed for an order and those handed over with it: always read again. */
export const signingQuery = (orderId: string, moment: SignedMoment, others: readonly string[] = []) =>
  queryOptions({
    queryKey: orderKeys.signing(orderId, moment, others),
    queryFn: ({ signal }) => fetchSigning(orderId, moment, others, signal),
    staleTime: 0,
    gcTime: 0,
  });

async function fetchLinkSigning(token: string, signal: AbortSignal): Promise<LinkSigning> {
  const client = await supabase();
  return unwrap(
    await client.rpc('get_signing', { p_token: token }).abortSignal(signal),
  ) as unknown as LinkSigning;
}

/** The text that a link asks to sign (REC-73). */
export const linkSigningQuery = (token: string) =>
  queryOptions({
    queryKey: orderKeys.linkSigning(token),
    queryFn: ({ signal }) => fetchLinkSigning(token, signal),
    staleTime: 0,
  });
