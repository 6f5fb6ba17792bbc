/** The person who brings a company's device, as the form of a new order keeps them (REC-16). */
export interface ChosenContact {
  id: string;
  /** The RUT of the contact's customer: the choice is void for any other RUT. */
  rut: string;
  /** The name that was shown, which is still said once the contact has left the card. */
  name: string;
}

/** The chosen contact, if it is one of the customer with that RUT. */
export const contactOf = (chosen: ChosenContact | null | undefined, rut: string): ChosenContact | null =>
  chosen?.rut === rut ? chosen : null;
