import { Button, type ButtonProps } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';

interface TitleButtonProps extends Pick<ButtonProps, 'ref' | 'variant' | 'icon' | 'onClick'> {
  label: string;
}

/** A button beside a screen's title: on a phone its icon alone, which leaves the line to both (INV-23). */
export function TitleButton({ label, icon, variant = 'secondary', ...rest }: TitleButtonProps) {
  const narrow = useMediaQuery(NARROW);
  if (narrow) return <IconButton {...rest} label={label} icon={icon} variant={variant} />;
  return (
    <Button {...rest} icon={icon} variant={variant}>
      {label}
    </Button>
  );
}
