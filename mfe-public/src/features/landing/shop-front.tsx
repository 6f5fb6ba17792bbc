import { readFacts } from '@taller/shared/runtime';
import styles from './shop-front.module.css';

/** The shop's front of corrugated iron, with its striped awning; lit at night. */
export function ShopFront() {
  return (
    <svg
      className={styles.front}
      viewBox="0 0 560 230"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect className={styles.sky} width="560" height="230" />
      <path className={styles.hill} d="M0 230V120c70-50 130-46 190-20s120 30 190-8 120-52 180-40v178Z" />
      <rect className={styles.wall} x="70" y="38" width="420" height="192" />
      <path
        className={styles.iron}
        d={Array.from({ length: 27 }, (_, index) => `M${84 + index * 15} 38v192`).join('')}
      />
      <rect className={styles.board} x="96" y="50" width="368" height="38" rx="4" />
      <text className={styles.name} x="280" y="77" textAnchor="middle">
        {readFacts().shop.name.toUpperCase()}
      </text>
      <rect className={styles.window} x="100" y="128" width="206" height="76" rx="3" />
      <path className={styles.glare} d="M128 204 176 128h26l-48 76ZM226 204l48-76h10l-48 76Z" />
      <path
        className={styles.goods}
        d="M118 204v-34h20v34zM146 204v-42h24v42zM250 204v-30h44v30zM242 204h60v-5h-60z"
      />
      <rect className={styles.door} x="346" y="118" width="92" height="112" rx="3" />
      <rect className={styles.window} x="358" y="130" width="68" height="58" rx="2" />
      <circle className={styles.knob} cx="424" cy="204" r="4" />
      {Array.from({ length: 13 }, (_, index) => (
        <path
          key={index}
          className={index % 2 === 0 ? styles.stripe : styles.stripeLight}
          d={`M${85 + index * 30} 92h30v22a15 13 0 0 1-30 0Z`}
        />
      ))}
      <rect className={styles.street} y="222" width="560" height="8" />
    </svg>
  );
}
