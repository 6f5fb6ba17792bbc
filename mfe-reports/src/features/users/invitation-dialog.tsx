import { paths } from '@taller/shared/contract/paths.ts';
import { useInviteUserMutation } from '@taller/shared/people/users/invite-user-mutation.ts';
import type { User } from '@taller/shared/people/users/users-query.ts';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { changeReason } from '#src/features/users/user-errors.ts';
import { userTexts } from '#src/features/users/texts.ts';

const { invitation: texts } = userTexts;

async function copyLink(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.notCopied);
  }
}

/** Makes the link that the admin hands over, without a mail (AUTH-20). */
export function InvitationDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, data: token, error, isPending } = useInviteUserMutation();
  const link = token && `${location.origin}${paths.updatePassword.getHref()}#invitacion=${token}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.text(user.full_name || user.email)}
      size="sm"
      busy={isPending}
    >
      <DialogBody>
        {error && (
          <Banner tone="danger" alert>
            {changeReason(error) ?? withRequestCode(texts.failed, error)}
          </Banner>
        )}
        {link && (
          <TextField label={texts.link} value={link} readOnly onFocus={(event) => event.target.select()} />
        )}
      </DialogBody>
      <DialogFooter>
        {link ? (
          <Button variant="primary" onClick={() => void copyLink(link)}>
            {texts.copy}
          </Button>
        ) : (
          <Button variant="primary" loading={isPending} onClick={() => mutate(user.id)}>
            {texts.make}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
