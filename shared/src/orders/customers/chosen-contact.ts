/** Who brings a new order's device for a company, as its form keeps them (REC-16). */
export interface ChosenContact {
  id: string;
  /** Whose contact it is: with another RUT nobody is chosen. */
  rut: string;
  /** The name that was shown, which is still said once the contact has left the card. */
  name: string;
}

/** The chosen contact, if it is one of the customer with that RUT. */
export const contactOf = (chosen: ChosenContact | null | undefined, rut: string): ChosenContact | null =>
  chosen?.rut === rut ? chosen : null;
