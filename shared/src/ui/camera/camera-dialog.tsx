import { useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody } from '#src/ui/dialog.tsx';
import styles from './camera-dialog.module.css';
import { cameraTexts as texts } from './texts.ts';
import { useCamera } from './use-camera.ts';
import { useCodes } from './use-codes.ts';

export interface CameraDialogProps {
  onClose: () => void;
  /** Called with each code that was read. */
  onScan: (code: string) => void;
  /** The message about the last code. With it the camera stays on for the next one, else the first code closes. */
  said?: string;
}

/** A component of its own: the dialog puts its content on the page later than itself, and the video with it. */
function Camera({ onClose, onScan, said, onRetry }: CameraDialogProps & { onRetry: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const state = useCamera(video);
  const { readsBars, isMissing } = useCodes(video, state === 'on', (code) => {
    onScan(code);
    if (said === undefined) onClose();
    return said !== undefined;
  });
  const aim = readsBars ? texts.aimAtBars : texts.aimAtCode;
  const problem = isMissing ? 'unread' : state === 'on' || state === 'starting' ? null : state;
  return (
    <div className={styles.camera}>
      <video
        ref={video}
        className={styles.picture}
        aria-label={texts.video}
        hidden={problem !== null}
        autoPlay
        muted
        playsInline
      />
      <p role="status" className={styles.said}>
        {problem ? texts.problems[problem] : state === 'starting' ? texts.starting : said || aim}
      </p>
      {problem && <Button onClick={onRetry}>{texts.retry}</Button>}
    </div>
  );
}

/** The camera's picture, which is read until it is closed (REC-100). */
export function CameraDialog(props: CameraDialogProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog open onOpenChange={props.onClose} title={texts.title}>
      <DialogBody>
        <Camera key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
      </DialogBody>
    </Dialog>
  );
}
