import { classNames } from '@taller/shared/ui/class-names.ts';
import styles from './harbour-scene.module.css';

/** A wooden fishing boat with a phone for a sail. */
function Boat() {
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

/** A house on the hill: left edge, baseline, width and height, colour, columns and rows of windows. */
type House = readonly [
  x: number,
  ground: number,
  width: number,
  height: number,
  wall: string,
  columns: number,
  rows: number,
];

const FAR: readonly House[] = [
  [1004, 318, 40, 34, 'stone', 2, 1],
  [1052, 300, 34, 44, 'sky', 2, 2],
  [1096, 284, 46, 36, 'sand', 3, 1],
  [1152, 268, 36, 46, 'coral', 2, 2],
  [1200, 254, 48, 38, 'stone', 3, 1],
  [1262, 238, 38, 48, 'moss', 2, 2],
  [1312, 230, 50, 36, 'sun', 3, 1],
  [1376, 218, 46, 46, 'lilac', 2, 2],
];

const MIDDLE: readonly House[] = [
  [912, 430, 46, 42, 'coral', 2, 1],
  [966, 412, 42, 56, 'stone', 2, 2],
  [1018, 394, 54, 46, 'sun', 3, 1],
  [1176, 352, 48, 60, 'sky', 2, 2],
  [1236, 338, 60, 48, 'lilac', 3, 1],
  [1308, 324, 46, 62, 'sand', 2, 2],
  [1366, 314, 60, 50, 'coral', 3, 1],
];

const NEAR: readonly House[] = [
  [846, 500, 56, 52, 'sky', 2, 1],
  [910, 500, 60, 74, 'sun', 3, 2],
  [980, 500, 52, 60, 'moss', 2, 2],
  [1162, 482, 64, 76, 'coral', 3, 2],
  [1238, 474, 58, 58, 'stone', 2, 1],
  [1306, 466, 66, 84, 'sky', 3, 2],
  [1382, 458, 58, 64, 'sun', 2, 2],
];

/**
 * The landing's illustration: hills with houses, a funicular, a lighthouse, and a boat whose sail is a repaired phone.
 * Day in the light scheme; night, with lit windows, in the dark one.
 */
export function HarbourScene({ className }: { className?: string }) {
  return (
    <svg
      className={classNames(styles.scene, className)}
      viewBox="0 0 1440 640"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <g className={styles.heavens}>
        <circle className={styles.halo} cx="862" cy="210" r="104" />
        <circle className={styles.disc} cx="862" cy="210" r="62" />
        <g className={styles.stars}>
          {[
            [700, 96],
            [760, 52],
            [930, 70],
            [1010, 130],
            [640, 190],
            [1090, 84],
            [560, 70],
          ].map(([cx, cy]) => (
            <circle key={cx} cx={cx} cy={cy} r="2.4" />
          ))}
        </g>
        <path
          className={styles.gull}
          d="M700 150c10-12 20-12 26 0 6-12 16-12 26 0M782 112c7-9 14-9 19 0 5-9 12-9 19 0"
        />
      </g>

      <path
        className={styles.farHill}
        d="M880 520C930 396 980 330 1060 296c90-40 180-58 260-84 50-16 90-22 120-26v454H880Z"
      />
      <Houses houses={FAR} />
      <path
        className={styles.middleHill}
        d="M820 520c50-60 110-92 190-122 100-38 180-52 270-76 60-16 110-22 160-26v344H820Z"
      />
      <Houses houses={MIDDLE} />
      <Funicular />
      <path
        className={styles.nearHill}
        d="M760 520c60-22 180-24 290-22 60 0 100-22 160-30 80-10 150-16 230-20v192H760Z"
      />
      <Houses houses={NEAR} />
      <Lighthouse />

      <path
        className={styles.sea}
        d="M0 512c60 0 60-10 120-10s60 10 120 10 60-10 120-10 60 10 120 10 60-10 120-10 60 10 120 10 60-10 120-10 60 10 120 10 60-10 120-10 60 10 120 10 60-10 120-10 60 10 120 10v140H0Z"
      />
      <g className={styles.berth}>
        <Boat />
      </g>
      <path
        className={styles.swell}
        d="M60 556c30 0 30-8 60-8s30 8 60 8M300 590c30 0 30-8 60-8s30 8 60 8 30-8 60-8M760 560c30 0 30-8 60-8s30 8 60 8M980 594c30 0 30-8 60-8s30 8 60 8 30-8 60-8M1220 552c30 0 30-8 60-8s30 8 60 8"
      />
    </svg>
  );
}

function Houses({ houses }: { houses: readonly House[] }) {
  return houses.map(([x, ground, width, height, wall, columns, rows]) => (
    <g key={x}>
      <path
        className={styles.roof}
        d={`M${x - 4} ${ground - height}l${width / 2 + 4} -15l${width / 2 + 4} 15Z`}
      />
      <rect className={styles[wall]} x={x} y={ground - height} width={width} height={height + 14} />
      {Array.from({ length: columns * rows }, (_, index) => {
        const pitch = width / columns;
        return (
          <rect
            key={index}
            className={(index + x) % 5 === 0 ? styles.shutter : styles.window}
            x={x + pitch * (index % columns) + pitch / 2 - 4.5}
            y={ground - height + 10 + 22 * Math.floor(index / columns)}
            width="9"
            height="12"
            rx="1"
          />
        );
      })}
    </g>
  ));
}

/** The funicular: two rails, sleepers and a wagon. */
function Funicular() {
  return (
    <g>
      <path className={styles.rail} d="M1066 512 1130 352M1086 512 1150 352" />
      <path
        className={styles.sleeper}
        d="M1072 497h20M1080 477h20M1088 457h20M1096 437h20M1104 417h20M1112 397h20M1120 377h20"
      />
      <path className={styles.sun} d="M1096 398h40v34h-40z" />
      <path className={styles.window} d="M1101 404h12v13h-12zM1119 404h12v13h-12z" />
      <path className={styles.coral} d="M1092 392h48v8h-48zM1096 426h40v6h-40z" />
      <path className={styles.stone} d="M1116 352v-34h56v38z" />
      <path className={styles.roof} d="M1110 320l34-18 34 18Z" />
    </g>
  );
}

function Lighthouse() {
  return (
    <g className={styles.lighthouse}>
      <path className={styles.beam} d="M788 408 560 372v66Z" />
      <path className={styles.rock} d="M742 520c6-20 24-26 46-26s42 6 50 26Z" />
      <path className={styles.tower} d="M776 424h24l8 74h-40Z" />
      <path className={styles.band} d="M774 442h28l2 18h-32zM770 478h36l2 18h-40z" />
      <path className={styles.roof} d="M772 406c2-14 10-18 16-18s14 4 16 18Z" />
      <path className={styles.lamp} d="M778 406h20v18h-20z" />
    </g>
  );
}
