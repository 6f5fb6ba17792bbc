/** Reasons why there is no picture. */
export type CameraProblem = 'refused' | 'absent' | 'busy' | 'insecure';

/** The rear camera of a phone, else the only one; as sharp as a label in the hand needs. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
};

/** Opens the camera, after the browser has asked for it. @throws what `cameraProblem` tells apart. */
export function openCamera(): Promise<MediaStream> {
  // Sites without https have no media devices.
  const devices = (navigator as Partial<Navigator>).mediaDevices;
  return devices ? devices.getUserMedia(WANTED) : Promise.reject(new TypeError('No media devices'));
}

/** The problem behind an error of `openCamera`, as the user can understand it. */
export function cameraProblem(error: unknown): CameraProblem {
  if (error instanceof TypeError) return 'insecure';
  return PROBLEMS[(error as Partial<DOMException>).name ?? ''] ?? 'busy';
}
