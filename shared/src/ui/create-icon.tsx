import type { ComponentProps } from 'react';

interface IconProps extends ComponentProps<'svg'> {
  /** Width and height in px. */
  size?: number;
}

/**
 * An icon with a single path in lucide's 24 by 24 view box. Builds replace lucide-react's components with it
 * (platform/release/src/federation/lucide-icons.ts), which are two components and up to eight elements each: in a list
 * with eight icons per row, they dominate rendering.
 * @public used by the modules that the build generates
 */
export function createIcon(path: string) {
  return function Icon({ size = 24, ...props }: IconProps) {
    const named = props.role !== undefined || props['aria-label'] !== undefined;
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={named ? undefined : 'true'}
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}
