import { z } from '#src/values/zod.ts';
import { emailField, nameField, passwordField } from '#src/values/field-schemas.ts';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { SetupState } from './setup-state-query.ts';

/** The first account of a shop, by the rules of registration. */
export const firstAccountSchema = z.object({
  fullName: nameField(),
  email: emailField(),
  password: passwordField(),
});
export type FirstAccount = z.output<typeof firstAccountSchema>;

interface SetUp extends FirstAccount {
  /** Token of the address that the installation printed. */
  readonly token: string;
}

/** Creates the first account with an address's token: `created`, or why the address is not valid (CFG-45). */
async function setUpShop(
  { token, email, password, fullName }: SetUp,
  { id }: { id: string },
): Promise<'created' | SetupState> {
  const client = await supabase();
  const state = unwrap(
    await client.rpc('set_up_shop', {
      p_token: token,
      p_request_id: id,
      p_email: email,
      p_password: password,
      p_full_name: fullName,
    }),
  );
  return state as 'created' | SetupState;
}

export const useSetUpShopMutation = () =>
  useOnceMutation({ name: 'configurar.cuenta', mutationFn: setUpShop });
