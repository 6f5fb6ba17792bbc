import { useQueryClient } from '@taller/shared/query';
import { wasSentOtherwise } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { Logo } from '#src/values/logo.ts';
import { callSaveSettings } from './call-save-settings.ts';
import { settingKeys } from './keys.ts';

/** Stores an image under its hash. @param content in base64. */
export const sendImage = (content: string, id: string): Promise<Logo> =>
  callSaveSettings<Logo>({ image: content }, id);

async function saveImage(content: string, { id, unanswered }: RequestFacts<string>): Promise<Logo> {
  try {
    return await sendImage(content, id);
  } catch (error) {
    // Another file was sent before, without an answer. Each image is named by its content: this one is stored beside
    // it.
    if (!wasSentOtherwise(error) || unanswered.length === 0) throw error;
    return sendImage(content, crypto.randomUUID());
  }
}

/** Stores an image for the logo, for admins (CFG-52): checked by the server, which answers what it is. */
export function useSaveImageMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'ajustes.imagen',
    mutationFn: saveImage,
    onSuccess: ({ hash, type }, content) => client.setQueryData(settingKeys.image(hash), { type, content }),
  });
}
