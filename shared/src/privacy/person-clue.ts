/** By which a person is found: the account's id, or the RUT or phone left on orders. */
export interface PersonClue {
  by: 'account' | 'rut' | 'phone';
  value: string;
}
