import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '../keys.ts';
import type { CardForm, ContactForm } from './card-schema.ts';

/** Reads customers again: refused too, since somebody has changed the card meanwhile. */
function useReadAgain() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      // Orders name their contact.
      [orderKeys.customers(), orderKeys.details()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

interface SavedCard extends CardForm {
  /** The id of the account or of an order. */
  customer: string;
  /** The version that the form has read; 0 for none. */
  seen: number;
}

/** Writes a customer's card (CARD-02). */
export function useSaveCardMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'cliente.ficha',
    mutationFn: async ({ customer, seen, ...card }: SavedCard, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('save_customer_card', {
          p_id: id,
          p_customer: customer,
          p_seen: seen,
          p_is_company: card.isCompany,
          p_business_name: card.businessName,
          p_business_activity: card.businessActivity,
          p_notes: card.notes,
        }),
      );
    },
    onSettled,
  });
}

interface SavedContact extends ContactForm {
  /** The id of the account or of an order. */
  customer: string;
  /** The contact that is changed; without one it is new. */
  contact?: string;
  /** The version of it that the form has read. */
  seen?: number;
}

/** Adds or changes a contact of a customer's card (CARD-02). */
export function useSaveContactMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'cliente.contacto',
    mutationFn: async ({ customer, contact, seen = 0, name, phone, email, role }: SavedContact, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('save_customer_contact', {
          p_id: id,
          p_customer: customer,
          p_name: name,
          p_phone: phone,
          p_email: email,
          p_role: role,
          ...(contact && { p_contact: contact, p_seen: seen }),
        }),
      );
    },
    onSettled,
  });
}

/** Takes a contact off its card. Sent twice it happens once. */
export function useRemoveContactMutation() {
  const onSettled = useReadAgain();
  return useMutation({
    mutationFn: async (contact: string) => {
      const database = await supabase();
      unwrap(await database.rpc('remove_customer_contact', { p_contact: contact }));
    },
    onSettled,
  });
}
