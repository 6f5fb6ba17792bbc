import type { ChangeEvent, ReactNode } from 'react';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import hidden from '@taller/shared/ui/hidden.module.css';
import styles from './order-photos.module.css';

interface FileButtonProps {
  icon: ReactNode;
  label: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

/** A button that opens the camera of a phone, or chooses pictures. */
export function FileButton({ icon, label, multiple = false, onFiles, children }: FileButtonProps) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    target.value = '';
  };
  return (
    <label className={classNames(buttonClass({ size: 'sm' }), styles.file)}>
      {icon}
      {children}
      <input
        type="file"
        accept="image/*"
        multiple={multiple}
        className={hidden.hidden}
        aria-label={label}
        onChange={choose}
      />
    </label>
  );
}
