import styles from './harbour-scene.module.css';

/** A wooden fishing boat with a phone for a sail. */
export function Boat() {
  return (
    <g className={styles.boat}>
      <path className={styles.mast} d="M640 508V246" />
      <path className={styles.pennant} d="M642 248c16-6 22 6 40 0v18c-18 6-24-6-40 0Z" />
      <g transform="rotate(4 574 392)">
        <rect className={styles.phone} x="524" y="290" width="106" height="196" rx="18" />
        <rect className={styles.screen} x="532" y="299" width="90" height="178" rx="11" />
        <rect className={styles.phone} x="563" y="303" width="28" height="7" rx="3.5" />
        <circle className={styles.done} cx="577" cy="372" r="27" />
        <path className={styles.tick} d="m564 373 9 9 17-19" />
        <path className={styles.line} d="M554 420h46M562 434h30" />
        <rect className={styles.pill} x="552" y="450" width="50" height="12" rx="6" />
      </g>
      <path className={styles.jib} d="M648 276c42 44 66 118 70 206h-70Z" />
      <path className={styles.jibFold} d="M648 276c14 60 20 130 20 206h-20Z" />
      <path className={styles.hull} d="M500 496c40 8 190 8 246-6-10 44-32 70-62 78H556c-32-12-48-36-56-72Z" />
      <path className={styles.hullBand} d="M504 512c60 8 178 8 236-4l-5 16c-62 10-166 10-226 2Z" />
      <path
        className={styles.hullShade}
        d="M530 552c50 6 132 6 178-2-7 8-15 14-24 18H556c-10-4-19-9-26-16Z"
      />
      <circle className={styles.porthole} cx="700" cy="536" r="5" />
      <circle className={styles.porthole} cx="680" cy="538" r="5" />
      <path
        className={styles.foam}
        d="M470 566c28 0 28-10 56-10s28 10 56 10 28-10 56-10 28 10 56 10 28-10 56-10 28 10 56 10v30H470Z"
      />
      <path className={styles.reflection} d="M560 592h96M590 606h58M548 620h40M640 620h46" />
    </g>
  );
}
