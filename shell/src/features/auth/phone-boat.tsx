/** A boat with a phone as its sail. Decorative: hidden from screen readers. */
export function PhoneBoat({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 320" className={className} aria-hidden="true" focusable="false">
      <circle cx="316" cy="74" r="34" fill="var(--color-accent-on-deep)" opacity="0.9" />
      <path
        d="M0 196 L58 168 L104 190 L168 150 L232 188 L286 162 L344 192 L400 172 V240 H0 Z"
        fill="var(--color-deep-raised)"
      />
      <g stroke="var(--color-on-deep-muted)" strokeWidth="3" strokeLinecap="round" fill="none" opacity="0.7">
        <path d="M70 76 q9 -9 18 0 q9 -9 18 0" />
        <path d="M104 112 q7 -7 14 0 q7 -7 14 0" />
      </g>
      <g>
        <path d="M196 62 V222" stroke="var(--color-on-deep-muted)" strokeWidth="6" strokeLinecap="round" />
        <rect x="152" y="58" width="88" height="148" rx="14" fill="var(--color-on-deep)" />
        <rect x="160" y="70" width="72" height="118" rx="6" fill="#0b5a70" />
        <rect x="184" y="194" width="24" height="4" rx="2" fill="#71888f" />
        <path
          d="M178 128 l13 13 l24 -27"
          fill="none"
          stroke="var(--color-accent-on-deep)"
          strokeWidth="9"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d="M196 62 l34 -12 v20 z" fill="#e0563d" />
      </g>
      <path
        d="M96 216 H304 L276 262 Q272 268 264 268 H138 Q130 268 126 262 Z"
        fill="var(--color-accent-on-deep)"
      />
      <path d="M101 224 H299 L294 232 H106 Z" fill="#e0563d" />
      <circle cx="150" cy="246" r="6" fill="#10262e" opacity="0.75" />
      <circle cx="176" cy="246" r="6" fill="#10262e" opacity="0.75" />
      <g fill="none" strokeWidth="5" strokeLinecap="round">
        <path
          d="M0 262 q20 -16 40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0"
          stroke="var(--color-deep-border)"
        />
        <path
          d="M-20 286 q20 -16 40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0"
          stroke="var(--color-deep-border)"
          opacity="0.6"
        />
        <path
          d="M0 310 q20 -16 40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0 t40 0"
          stroke="var(--color-deep-border)"
          opacity="0.35"
        />
      </g>
    </svg>
  );
}
