/**
 * The shop's logo: a fishing boat's bow over a wave, in the palette's yellow; decorative, since the name is next to it.
 */
export function BrandMark({ size = 36, className }: { size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="48" height="48" rx="13" fill="var(--color-mark)" />
      <path d="M23.2 8.5v17.2H11.6c1.2-8 5.2-13.9 11.6-17.2Z" fill="#f0f7f7" />
      <path d="M25.8 13.2c5.3 2.7 8.7 6.9 9.8 12.5h-9.8V13.2Z" fill="#86cde2" />
      <path d="M8.5 28.3h31c-.9 4.6-3.6 8-7.8 9.7H17c-4.7-1.5-7.6-4.9-8.5-9.7Z" fill="#ffc62e" />
      <path
        d="M6 40.5c3 0 3-1.6 6-1.6s3 1.6 6 1.6 3-1.6 6-1.6 3 1.6 6 1.6 3-1.6 6-1.6 3 1.6 6 1.6"
        stroke="#86cde2"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
