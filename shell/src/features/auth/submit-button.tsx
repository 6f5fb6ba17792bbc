import { Button } from '@taller/shared/ui/button.tsx';

interface SubmitButtonProps {
  label: string;
  busyLabel: string;
  busy: boolean;
}

/** The button that sends a form of the sign-in pages. */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="primary" size="lg" block loading={busy} loadingText={busyLabel}>
      {label}
    </Button>
  );
}
