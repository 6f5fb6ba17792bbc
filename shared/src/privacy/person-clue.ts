/** Identifies a person by account id, or by the RUT or phone on orders. */
export interface PersonClue {
  by: 'account' | 'rut' | 'phone';
  value: string;
}
