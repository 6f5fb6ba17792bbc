import { useDeleteUserMutation } from '@taller/shared/people/users/delete-user-mutation.ts';
import type { User } from '@taller/shared/people/users/users-query.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { changeReason } from '#src/features/users/user-errors.ts';
import { userTexts } from '#src/features/users/texts.ts';

/** Confirms, then deletes profile and account (ORD-14). */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteUserMutation();
  const confirm = async () => {
    try {
      await remove.mutateAsync(user.id);
    } catch (error) {
      console.error('The user could not be deleted', error);
      toast.error(withRequestCode(userTexts.deleteFailed, error));
      return;
    }
    toast.success(userTexts.deleted);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => next || onClose()}
      title={userTexts.confirm.title(user.full_name || user.email)}
      description={userTexts.confirm.text(user.email)}
      confirmLabel={userTexts.confirm.action}
      danger
      loading={remove.isPending}
      error={(remove.error && changeReason(remove.error)) ?? undefined}
      onConfirm={() => void confirm()}
    />
  );
}
