import type { ButtonHTMLAttributes } from 'react'

const sizes = {
  normal: 'min-h-12 px-4 text-base',
  /** For a button beside a larger one. */
  compact: 'min-h-12 px-1 text-base leading-5 tablet:min-h-14',
  large: 'min-h-14 px-3 text-lg leading-6 tablet:px-6',
}

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-press active:bg-accent-press border-transparent',
  quiet: 'bg-raised text-strong border-edge hover:bg-sunken active:bg-sunken',
  /** An action with consequences if pressed by mistake. */
  grave: 'bg-raised text-red border-red hover:bg-red-tint active:bg-red-tint',
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof looks
  readonly size?: keyof typeof sizes
  /** Its action is running: it ignores presses, but keeps the focus, which a disabled button would lose. */
  readonly isBusy?: boolean | undefined
}

/** A button at least 48 px high, or 56 px if it is the main one. */
export function Button({
  look = 'quiet',
  size = 'normal',
  type = 'button',
  className = '',
  isBusy,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      className={`button ${sizes[size]} ${looks[look]} disabled:border-line disabled:bg-sunken disabled:text-faint ${className}`}
      {...rest}
    />
  )
}
