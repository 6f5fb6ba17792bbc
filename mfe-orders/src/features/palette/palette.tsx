import { useEffect, useState } from 'react';
import { saveChoice } from '@taller/shared/contract/recent-choices.ts';
import { OPEN_PALETTE } from '@taller/shared/contract/widgets.ts';
import { useNavigate, useSession } from '@taller/shared/runtime';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { useSignOut } from '@taller/shared/ui/use-sign-out.ts';
import type { Choice } from './choices.ts';
import { PaletteBox } from './palette-box.tsx';
import { paletteTexts as texts } from './texts.ts';

/**
 * The staff's search of screens, actions and orders (UI-06). Open when first shown, and again at the shell's event. A
 * page with unsaved input asks before it is left, as for any link (SHELL-14).
 */
export function Palette() {
  const { user } = useSession();
  const [open, setOpen] = useState(true);
  const navigate = useNavigate();
  const leave = useSignOut();
  useEffect(() => {
    const handle = () => setOpen(true);
    addEventListener(OPEN_PALETTE, handle);
    return () => removeEventListener(OPEN_PALETTE, handle);
  }, []);
  if (!user) return null;

  const choose = ({ key, href }: Choice, inNewTab: boolean) => {
    setOpen(false);
    if (href === null) {
      leave();
      return;
    }
    saveChoice(user.id, key);
    // Keeps the opener, so that a tab opened from a preview shows the preview too.
    if (inNewTab) window.open(href, '_blank');
    else void navigate(href);
  };
  return (
    <Dialog open={open} onOpenChange={setOpen} title={texts.title}>
      <DialogBody>
        <PaletteBox user={user} onChoose={choose} />
      </DialogBody>
    </Dialog>
  );
}
