import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { cameraProblem, openCamera, type CameraProblem } from './open-camera.ts';

const subscribe = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};
const isPageShown = () => document.visibilityState === 'visible';

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

type CameraState = 'starting' | 'on' | CameraProblem;

/**
 * Hook: shows the camera's picture in a video element. The camera is off as soon as the element or the page is hidden,
 * and on again with the page (REC-102).
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>): CameraState {
  const isShown = useSyncExternalStore(subscribe, isPageShown);
  const [state, setState] = useState<CameraState>('starting');
  useEffect(() => {
    const element = video.current;
    if (!isShown || !element) return undefined;
    let stream: MediaStream | null = null;
    let isOver = false;
    const say = (next: 'on' | CameraProblem) => !isOver && setState(next);
    const show = (opened: MediaStream) => {
      // Answered after it was closed: the light of the camera must not stay on.
      if (isOver) return stopTracks(opened);
      stream = opened;
      for (const track of opened.getTracks()) track.addEventListener('ended', () => say('busy'));
      element.srcObject = opened;
      say('on');
    };
    openCamera().then(show, (error: unknown) => say(cameraProblem(error)));
    return () => {
      isOver = true;
      if (stream) stopTracks(stream);
      element.srcObject = null;
      // The state of this showing is over.
      setState('starting');
    };
  }, [video, isShown]);
  return state;
}
