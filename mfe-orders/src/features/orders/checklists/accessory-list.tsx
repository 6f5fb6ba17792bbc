import type { Accessory } from '@taller/shared/orders/checklists/checklist.ts';
import { nameKey } from '@taller/shared/values/name-key.ts';
import suggestions from '../suggestions/suggestions.module.css';

interface AccessoryListProps {
  label: string;
  /** The accessories to choose from; one without an id gets one when it is chosen. */
  offered: readonly { id?: string; label: string }[];
  accessories: readonly Accessory[];
  onChange: (accessories: Accessory[]) => void;
}

/** Accessories as buttons: one press adds one, another takes it out. */
export function AccessoryList({ label, offered, accessories, onChange }: AccessoryListProps) {
  const isChosen = (name: string) => accessories.some((chosen) => nameKey(chosen.label) === nameKey(name));
  const names = new Set(offered.map((offer) => nameKey(offer.label)));
  const all = [...offered, ...accessories.filter((chosen) => !names.has(nameKey(chosen.label)))];
  if (all.length === 0) return null;
  return (
    <div role="group" aria-label={label} className={suggestions.chips}>
      {all.map((offer) => (
        <button
          key={offer.label}
          type="button"
          className={suggestions.chip}
          aria-pressed={isChosen(offer.label)}
          onClick={() =>
            onChange(
              isChosen(offer.label)
                ? accessories.filter((chosen) => nameKey(chosen.label) !== nameKey(offer.label))
                : [...accessories, { id: offer.id ?? crypto.randomUUID(), label: offer.label }],
            )
          }
        >
          {offer.label}
        </button>
      ))}
    </div>
  );
}
