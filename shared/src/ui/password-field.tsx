import { useState } from 'react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { uiTexts } from './texts.ts';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'suffix' | 'prefix'>;

/** A password field with a show/hide button. Set autoComplete to current-password or new-password. */
export function PasswordField(props: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={visible ? 'text' : 'password'}
      suffix={
        <IconButton
          label={visible ? uiTexts.hidePassword : uiTexts.showPassword}
          icon={visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}
