import { nextSteps, type OrderBeforeStep, type StepTarget } from '@taller/shared/orders/status/next-step.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import type { ButtonSize, ButtonVariant } from '@taller/shared/ui/button-class.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { stepLabel } from '../actions/step-label.ts';

interface NextStepButtonProps {
  order: OrderBeforeStep;
  role: Role;
  size?: ButtonSize;
  variant?: ButtonVariant;
  className?: string;
  onChoose: (target: StepTarget) => void;
}

/** The likeliest next step of an order (ORD-63); nothing where it waits for somebody else. */
export function NextStepButton({
  order,
  role,
  size,
  variant = 'primary',
  className,
  onChoose,
}: NextStepButtonProps) {
  const { next: step } = nextSteps(role, order);
  if (!step) return null;
  return (
    <Button
      variant={variant}
      size={size}
      className={className}
      onClick={({ detail }) => {
        // The second click of a double click would be on the step after this one.
        if (detail <= 1) onChoose(step.target);
      }}
    >
      {stepLabel(step.name, order)}
    </Button>
  );
}
