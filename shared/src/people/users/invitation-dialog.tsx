import { paths } from '@taller/shared/contract/paths.ts';
import { readFacts, toast } from '@taller/shared/runtime';
import { knownFailure } from '#src/data-access/failure-text.ts';
import { Banner } from '#src/ui/banner.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { isDiallable, whatsAppHref } from '#src/values/phone.ts';
import { withRequestCode } from '#src/values/request-code.ts';
import { invitationTexts as texts } from './invitation-texts.ts';
import { useInviteUserMutation } from './user-mutations.ts';

async function copyLink(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.notCopied);
  }
}

export interface InvitationDialogProps {
  person: { id: string; email: string; full_name: string; phone: string | null };
  onClose: () => void;
}

/** Makes the link that the shop hands over, without a mail (AUTH-20): to copy, or in a chat of WhatsApp. */
export function InvitationDialog({ person, onClose }: InvitationDialogProps) {
  const { mutate, data: token, error, isPending } = useInviteUserMutation();
  const link = token && `${location.origin}${paths.updatePassword.getHref()}#invitacion=${token}`;
  const phone = person.phone && isDiallable(person.phone) ? person.phone : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.text(person.full_name || person.email)}
      size="sm"
      busy={isPending}
    >
      <DialogBody>
        {error && (
          <Banner tone="danger" alert>
            {knownFailure(error, texts.reasons, ['invalid']) ?? withRequestCode(texts.failed, error)}
          </Banner>
        )}
        {link && (
          <TextField label={texts.link} value={link} readOnly onFocus={(event) => event.target.select()} />
        )}
      </DialogBody>
      <DialogFooter>
        {link && phone && (
          <a
            className={buttonClass()}
            href={whatsAppHref(phone, texts.message(readFacts().shop.name, link))}
            target="_blank"
            rel="noreferrer"
          >
            {texts.send}
          </a>
        )}
        {link ? (
          <Button variant="primary" onClick={() => void copyLink(link)}>
            {texts.copy}
          </Button>
        ) : (
          <Button variant="primary" loading={isPending} onClick={() => mutate(person.id)}>
            {texts.make}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
