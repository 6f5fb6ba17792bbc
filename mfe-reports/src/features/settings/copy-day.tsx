import { useFormContext } from 'react-hook-form';
import Copy from 'lucide-react/icons/copy';
import { Button } from '@taller/shared/ui/button.tsx';

const MONDAY = 'week.1';
const OTHERS = ['week.2', 'week.3', 'week.4', 'week.5'];

/** Gives Tuesday to Friday the hours of Monday, as an unsaved change (CFG-71). */
export function CopyDay({ label }: { label: string }) {
  const { getValues, setValue } = useFormContext();
  return (
    <div>
      <Button
        size="sm"
        icon={<Copy aria-hidden="true" />}
        onClick={() => {
          for (const day of OTHERS) setValue(day, structuredClone(getValues(MONDAY)), { shouldDirty: true });
        }}
      >
        {label}
      </Button>
    </div>
  );
}
